import { refusedReasons } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import { pathBelow, refusalAnswer, refusalWords } from '../../src/refusals/refusal-words.ts';

test('every reason is a sentence that stands for no other, and says what to do', () => {
  const all = refusedReasons.map((reason) => refusalWords({ reason }));
  expect(new Set(all.map(({ happened }) => happened)).size).toBe(refusedReasons.length);
  for (const { happened, next } of all) {
    expect(happened).toMatch(/^[A-Z][a-zA-Z ]+[a-zA-Z]$/);
    expect(next).toMatch(/^[A-Z].+\.$/);
  }
});

test('a fault of HTTP is named, and a reason that is not known yet too', () => {
  const detail = 'header line 4: a space before the colon';
  expect(refusalWords({ reason: 'malformed', detail }).happened).toBe(
    `The request was not valid HTTP: ${detail}`,
  );
  // As a newer service would send it.
  const reason = JSON.parse('"too_odd"');
  expect(refusalWords({ reason })).toEqual({ happened: 'too odd', next: '' });
});

test('the answer, and the path behind the receive URL', () => {
  expect([refusalAnswer({ status: 413 }), refusalAnswer({})]).toEqual([
    'answered 413',
    'got no answer',
  ]);
  expect(
    ['/wh/a1', '/wh/a1/', '/wh/a1/x?', '/wh/a12'].map((path) => pathBelow(path, 'a1')),
  ).toEqual(['/', '/', '/x?', '/wh/a12']);
});
