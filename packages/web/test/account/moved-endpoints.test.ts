import { expect, test } from 'vitest';
import { haveMovedSentence, willMoveSentence } from '../../src/account/moved-endpoints.ts';

test('a guest is told of the endpoints before and after they move', () => {
  expect(willMoveSentence(1, 'register')).toBe(
    'Your endpoint and what it has captured move into the account.',
  );
  expect(willMoveSentence(1, 'login')).toBe(
    'Your endpoint moves into the account, if you have used it.',
  );
  expect(willMoveSentence(2, 'login')).toBe(
    'Your 2 endpoints and what they have captured move into the account.',
  );
  expect(haveMovedSentence(1)).toBe('Your endpoint is in the account now.');
  expect(haveMovedSentence(3)).toBe('Your 3 endpoints are in the account now.');
});
