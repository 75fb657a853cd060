import { expect, test } from 'vitest';
import { singleSignOnProblems } from '../../../core/src/api/account.ts';
import { signOnProblem } from '../../src/account/sign-on-problems.ts';
import { signOnAddress } from '../../src/account/single-sign-on.ts';

test('every problem of a single sign-on has a sentence of its own, and a word of others shows nothing of itself', () => {
  const sentences = singleSignOnProblems.map(signOnProblem);
  expect(new Set(sentences).size).toBe(singleSignOnProblems.length);
  expect(signOnProblem('call 0900 123')).toBe(signOnProblem('failed'));
  expect(signOnProblem('toString')).toBe(signOnProblem('failed'));
});

test('a single sign-on comes back to the log-in page, which leads to the path and never elsewhere', () => {
  const back = (next: unknown) =>
    new URL(signOnAddress(next), 'http://own.invalid').searchParams.get('next');
  expect(back('/endpoints/abc?tab=headers')).toBe('/login?next=%2Fendpoints%2Fabc%3Ftab%3Dheaders');
  for (const foreign of [undefined, '//elsewhere.example', '/\\elsewhere.example', 'https://a.b']) {
    expect(back(foreign)).toBe('/login?next=%2F');
  }
});
