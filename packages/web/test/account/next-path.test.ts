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

  test('a name that only begins like a form is not a form', () => {
    expect(nextPath('/logins')).toBe('/logins');
  });
});
