import { expect, test } from 'vitest';
import { readOptions, WrongOption } from '../../src/command/options.ts';

test('the words of the command say what is run', () => {
  const words = ['--minutes', '0.3', '--seed', '7', '--only', '3', '--rate', '50'];
  const options = { minutes: 0.3, seed: 7, only: 3, rate: 50, history: undefined };
  expect(readOptions([...words, 'postgres'])).toEqual({ store: 'postgres', ...options });
  expect(readOptions(['--judge', 'some.jsonl'])).toEqual({ judge: 'some.jsonl' });
});

test.each([
  ['mysql'],
  ['sqlite', 'postgres'],
  ['--minutes', 'x'],
  ['--minutes', '0'],
  ['--minutes', ''],
  ['--minutes=-1'],
  ['--seed', '-1'],
  ['--seed', '1.5'],
  ['--seed', '4294967296'],
  ['--only', '0'],
  ['--only', '1.5'],
  ['--rate', '0'],
  ['--colour'],
])('what cannot be is refused: %s %s', (...words) => {
  expect(() => readOptions(words.filter((word) => word !== undefined))).toThrow(WrongOption);
});
