import { expect, test } from 'vitest';
import {
  emailProblem,
  leastPasswordCharacters,
  newPasswordProblem,
  standingPasswordProblem,
} from '../../src/account/ways-in.tsx';

test.each(['ada@example.org', 'ada+hooks@mail.example.co', "o'hara@example.org"])(
  '%s may be an email address',
  (email) => expect(emailProblem(email)).toBeUndefined(),
);

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@@example.org',
  'a b@example.org',
])('%j is not an email address', (email) => expect(emailProblem(email)).toMatch(/email address/));

test('a new password has 8 to 256 characters, each counted once', () => {
  expect(newPasswordProblem('')).toBe('Choose a password.');
  expect(newPasswordProblem('sevench')).toBe('7 of at least 8 characters.');
  expect(newPasswordProblem('🔑'.repeat(leastPasswordCharacters - 1))).toMatch(/^7 of at least/);
  expect(newPasswordProblem('🔑'.repeat(leastPasswordCharacters))).toBeUndefined();
  expect(newPasswordProblem('x'.repeat(256))).toBeUndefined();
  expect(newPasswordProblem('x'.repeat(257))).toMatch(/has 257/);
});

test('a password that stands already is only asked for', () => {
  expect(standingPasswordProblem('')).toBeDefined();
  expect(standingPasswordProblem('short')).toBeUndefined();
});
