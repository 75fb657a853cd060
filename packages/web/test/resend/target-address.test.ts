import { describe, expect, test } from 'vitest';
import { isMixedContent, targetAddress } from '../../src/resend/resend.ts';

describe('the captured path and query go after the typed address', () => {
  test.each([
    ['http://localhost:3000', '', 'http://localhost:3000/'],
    ['http://localhost:3000/hook', '', 'http://localhost:3000/hook'],
    ['http://localhost:3000/hook', '/orders?page=2', 'http://localhost:3000/hook/orders?page=2'],
    ['http://localhost:3000/hook/', '/orders', 'http://localhost:3000/hook/orders'],
    ['http://localhost:3000/hook', '/', 'http://localhost:3000/hook/'],
    ['http://localhost:3000/hook?dev=1', '?page=2', 'http://localhost:3000/hook?dev=1&page=2'],
    ['http://localhost:3000/hook#here', '?', 'http://localhost:3000/hook'],
    [' https://EXAMPLE.org/ü ', '/a/../b', 'https://example.org/%C3%BC/a/../b'],
    ['http://localhost:3000', '/a?b?c', 'http://localhost:3000/a?b?c'],
  ])('%s and %j', (typed, suffix, url) => {
    expect(targetAddress(typed, suffix)).toEqual({ kind: 'address', url });
  });

  test.each([
    ['localhost:3000', 'http://localhost:3000/'],
    ['localhost', 'http://localhost/'],
    ['3000', 'http://localhost:3000/'],
    [':3000/hook', 'http://localhost:3000/hook'],
    ['127.0.0.1:3000/hook', 'http://127.0.0.1:3000/hook'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['printer.local', 'http://printer.local/'],
    ['hooks.example.org/a?b=1', 'https://hooks.example.org/a?b=1'],
  ])('%s needs no scheme', (typed, url) => {
    expect(targetAddress(typed, '')).toEqual({ kind: 'address', url });
  });

  test.each(['ftp://localhost', 'javascript:alert(1)', 'http://', 'https://a b/'])(
    '%s is not an address',
    (typed) => expect(targetAddress(typed, '')).toMatchObject({ kind: 'problem' }),
  );

  test('a name and password in it are refused, as by browsers', () => {
    expect(targetAddress('https://ada:secret@example.org/', '')).toMatchObject({ kind: 'problem' });
  });

  test.each(['/../admin', '/../../admin', '/%2e%2e/admin', '/..', '/a/../../hooks'])(
    'the captured path %s does not lead out of what was typed',
    (suffix) =>
      expect(targetAddress('http://localhost:3000/hook', suffix)).toMatchObject({
        kind: 'problem',
      }),
  );

  test('an empty text is not a mistake yet', () => {
    expect(targetAddress('  ', '/orders')).toEqual({ kind: 'empty' });
  });
});

test('a page on https sends to http on this machine alone', () => {
  for (const url of [
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]:3000/',
    'https://example.org/',
  ]) {
    expect(isMixedContent(url, 'https:')).toBe(false);
  }
  expect(isMixedContent('http://192.168.0.10/', 'https:')).toBe(true);
  expect(isMixedContent('http://localhost.example.org/', 'https:')).toBe(true);
  expect(isMixedContent('http://192.168.0.10/', 'http:')).toBe(false);
});
