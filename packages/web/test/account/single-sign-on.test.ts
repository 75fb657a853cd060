import { describe, expect, test } from 'vitest';
import { singleSignOnProblems } from '../../../core/src/api/account.ts';
import { nextPath, signOnAddress, signOnProblem } from '../../src/account/single-sign-on.tsx';

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

describe('a log-in leads', () => {
  test.each(['/keys', '/plan?from=keys#plans', '/endpoints/abc/requests/7?tab=headers'])(
    'to the own path %s',
    (path) => expect(nextPath(path)).toBe(path),
  );

  test.each([
    undefined,
    7,
    '',
    'keys',
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/\t/elsewhere.example/',
    '/.//elsewhere.example/',
    '/keys/..//elsewhere.example/',
    'javascript:alert(1)',
    '/login?next=/login',
    '/register',
    '/api/requests',
  ])('to the front page from %j', (next) => expect(nextPath(next)).toBe('/'));

  test.each([
    ['/login?next=%2Fkeys', '/keys'],
    ['/register?next=%2Flogin%3Fnext%3D%252Fplan', '/plan'],
    ['/login?next=https%3A%2F%2Felsewhere.example%2F', '/'],
    ['/login?next=%2F%2Felsewhere.example', '/'],
  ])('from the form %s to where that leads: %s', (next, path) => expect(nextPath(next)).toBe(path));

  test('a name that only begins like a form is not a form', () => {
    expect(nextPath('/logins')).toBe('/logins');
  });
});
