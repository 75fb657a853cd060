import { expect, test } from 'vitest';
import { NotAnswered, QuestionThread } from '../../src/rendering/question-thread.ts';

const module = new URL('../../src/rendering/question-thread.ts', import.meta.url);
const program = `
  import { parentPort } from 'node:worker_threads';
  import { answerQuestions } from '${module}';
  answerQuestions(parentPort, async ({ text }, signal) => {
    if (text === 'die') setImmediate(() => { throw new Error('it dies') });
    if (text === 'fail') throw new Error('it fails');
    if (text === 'wait' || text === 'die') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return text;
  });`;

test('several questions at once, past failures, deaths and questions given up', async () => {
  const deaths: unknown[] = [];
  const thread = new QuestionThread<{ text: string }, string>(
    {
      address: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
      name: 'test',
      heapMebibytes: 16,
      death: 'It died',
    },
    { error: (what: unknown) => deaths.push(what) },
  );
  const ask = (text: string, signal?: AbortSignal) => thread.ask({ text }, [], signal);
  const givenUp = new AbortController();
  const waiting = ask('wait', givenUp.signal);
  expect(await ask('a')).toBe('a');
  await expect(ask('fail')).rejects.toThrow('it fails');
  givenUp.abort();
  expect(await waiting).toBe('wait');
  await expect(ask('b', givenUp.signal)).rejects.toThrow(NotAnswered);
  const failing = [ask('wait'), ask('die')];
  expect(await Promise.allSettled(failing)).toEqual(
    failing.map(() => ({ status: 'rejected', reason: new NotAnswered('The thread ended') })),
  );
  expect(deaths).toEqual([{ err: new Error('it dies') }]);
  expect(await ask('c')).toBe('c');
  await thread.close();
  await expect(ask('d')).rejects.toThrow(NotAnswered);
});
