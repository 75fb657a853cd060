import { expect, test } from 'vitest';
import { NotAnswered, QuestionThread } from '../../src/rendering/question-thread.ts';

const program = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => {
    if (message === 'end') parentPort.close();
    else if (message.text === 'die') throw new Error('it dies');
    else if (message.text === 'fail') parentPort.postMessage({ failure: 'it fails' });
    else parentPort.postMessage({ answer: message.text });
  });`;

test('one question at a time, past failures, deaths and questions given up', async () => {
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
  const ask = (text: string) => thread.ask(1, () => ({ question: { text }, transfer: [] }));
  const asked = [ask('a'), ask('fail'), ask('die'), thread.ask(2, () => undefined), ask('b')];
  const settled = await Promise.allSettled(asked);
  expect(settled.map((each) => ('value' in each ? each.value : each.reason))).toEqual([
    'a',
    new NotAnswered('it fails'),
    new NotAnswered('The thread ended'),
    undefined,
    'b',
  ]);
  expect(deaths).toEqual([{ err: new Error('it dies') }]);
  const began = performance.now();
  const rested = thread.ask(
    3,
    () => ({ question: { text: 'd' }, transfer: [] }),
    () => 100,
  );
  expect(await rested).toBe('d');
  await ask('e');
  expect(performance.now() - began).toBeGreaterThan(99);
  await thread.close();
  await expect(ask('c')).rejects.toThrow(NotAnswered);
});
