import { expect, test } from 'vitest';
import { NotAnswered } from '../../src/threads/messages.ts';
import { ThreadClient, type ThreadOptions } from '../../src/threads/thread-client.ts';

const module = new URL('../../src/threads/answer-questions.ts', import.meta.url);
const program = `
  import { answerQuestions } from '${module}';
  let noted = 0;
  answerQuestions({
    say: async (text, signal) => {
      if (text === 'die') setImmediate(() => { throw new Error('it dies') });
      if (text === 'fail') throw new Error('it fails');
      if (text === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (text === 'die') await new Promise(() => {});
      return text;
    },
    sayAtOnce: (text) => {
      if (text === 'fail') throw new RangeError('it fails');
      return text;
    },
  }, { note: () => ++noted });`;

interface Exchanges {
  say: { ask: string; answer: string };
  sayAtOnce: { ask: string; answer: string };
}

function start(options: Partial<ThreadOptions> = {}) {
  const logged: unknown[][] = [];
  const thread = new ThreadClient<Exchanges>({
    address: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    name: 'test',
    work: 'says what it is told',
    log: { error: (...what: unknown[]) => void logged.push(what) },
    ...options,
  });
  const say = (text: string, signal?: AbortSignal) => thread.ask('say', text, [], signal);
  return { thread, say, logged };
}

const died = new NotAnswered('The thread that says what it is told ended before it answered');

test('several questions at once, past failures, deaths and questions given up', async () => {
  const { thread, say, logged } = start();
  const givenUp = new AbortController();
  const { signal } = new AbortController();
  const waiting = say('wait', givenUp.signal);
  expect(await say('a')).toBe('a');
  await expect(say('fail')).rejects.toThrow(new NotAnswered('it fails'));
  givenUp.abort();
  expect(await waiting).toBe('wait');
  await expect(say('b', givenUp.signal)).rejects.toThrow(NotAnswered);
  const failing = [say('wait', signal), say('die')];
  expect(await Promise.allSettled(failing)).toEqual(
    failing.map(() => ({ status: 'rejected', reason: died })),
  );
  expect(logged).toEqual([
    [{ err: new Error('it dies') }, 'The thread that says what it is told failed'],
  ]);
  expect(thread.isRunning).toBe(false);
  expect(await say('c')).toBe('c');
  const last = say('wait', signal);
  await thread.close();
  expect(await last).toBe('wait');
  await expect(say('d')).rejects.toThrow(NotAnswered);
});

test('failures come by their names, and notes before the answers that they go along with', async () => {
  const came: unknown[] = [];
  const { thread } = start({
    failure: ({ name, message }) => new Error(`${name}: ${message}`),
    onNote: (note) => came.push(note),
  });
  for (const text of ['a', 'b']) came.push(await thread.ask('sayAtOnce', text));
  expect(came).toEqual([1, 'a', 2, 'b']);
  await expect(thread.ask('sayAtOnce', 'fail')).rejects.toThrow('RangeError: it fails');
  await thread.close();
  await expect(thread.ask('sayAtOnce', 'c')).rejects.toThrow(/^NotAnswered: .* is to end$/);
});
