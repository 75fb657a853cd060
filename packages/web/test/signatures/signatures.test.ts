import { schemes } from '@hookwell/core/signatures';
import { expect, test } from 'vitest';
import { signedWords } from '../../src/request/badges.tsx';
import { guessSchemes } from '../../src/signatures/schemes.ts';

test.each([
  ['a sender whose headers are not stored', {}, 'GitHub', ['github']],
  ['a header that only one sender has', { 'stripe-signature': 't=1,v1=0' }, undefined, ['stripe']],
  [
    'a header, which tells more than a name',
    { 'stripe-signature': 't=1,v1=0' },
    'GitHub',
    ['stripe', 'github'],
  ],
  ['a header of many senders', { authorization: 'Basic eDp5' }, undefined, []],
  ['nothing', {}, undefined, []],
  ['a name of JavaScript', {}, 'constructor', []],
])('a scheme is guessed from %s', (_from, headers, sender, guessed) => {
  expect(guessSchemes(schemes, { headers, sender }).map(({ name }) => name)).toEqual(guessed);
});

test.each([
  ['2026-03-01T12:00:00.000Z', 'signed as it arrived'],
  ['2026-03-01T11:59:58.000Z', 'signed 2 s before it arrived'],
  ['2026-03-01T12:01:30.000Z', 'signed 90 s after it arrived'],
  ['2026-03-01T11:49:30.000Z', 'signed 10 minutes before it arrived'],
  ['2026-03-01T08:30:00.000Z', 'signed 3 hours before it arrived'],
  ['2026-03-05T12:00:00.000Z', 'signed 4 days after it arrived'],
])('of a request that arrived at noon and was signed at %s, it says: %s', (signedAt, words) => {
  expect(signedWords(signedAt, '2026-03-01T12:00:00.000Z')).toBe(words);
});
