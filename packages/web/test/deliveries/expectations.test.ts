import { expectationForms, parseExpectations } from '@hookwell/verdict';
import { expect, test } from 'vitest';
import { exampleAttempt } from '../../src/deliveries/example-command.ts';
import { suggestExpectations } from '../../src/deliveries/expectation-suggestions.ts';
import { usualExpectations } from '../../src/deliveries/kept-expectations.ts';

/** The labels for a text whose caret is at the bar. */
const labels = (written: string) =>
  suggestExpectations(written.replace('|', ''), written.indexOf('|')).map(({ label }) => label);

test('the usual expectations can be read', () => {
  expect(parseExpectations(usualExpectations)).toHaveLength(6);
});

test('an empty text gets every expectation, each with its meaning', () => {
  expect(labels('|')).toEqual(expectationForms.map(({ example }) => example));
  for (const { hint } of suggestExpectations('', 0)) expect(hint).toBeTruthy();
});

test('a word is completed, and what stands in the text is not suggested again', () => {
  expect(labels('same-body same|')).toEqual(['same-id']);
  expect(labels('attempts>=9|')).toEqual(['attempts>=4']);
  expect(labels('same-id|')).toEqual([]);
});

test('an accepted suggestion replaces the word at the caret alone', () => {
  const [accepted] = suggestExpectations('attempts>=3 ba same-id', 14);
  expect(accepted).toMatchObject({ text: 'attempts>=3 backoff=growing same-id', caret: 28 });
});

test.each([
  [undefined, "-H 'webhook-id: first'"],
  ['header.x-request-id', "-H 'x-request-id: first'"],
  ['json.order', `-d '{"order": "first"}'`],
  ['one', "-H 'webhook-id: first'"],
])('with the field %s, the same command again is the next attempt', (delivery, part) => {
  expect(exampleAttempt('https://hooks.example.com/wh/abc', delivery)).toContain(part);
});
