import { describe, expect, test } from 'vitest';
import { nextPath } from '../../src/account/next-path.ts';

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
