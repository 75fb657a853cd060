import { describe, expect, test } from 'vitest';
import { parseTarget, pathAt } from '../../src/sending/target-address.ts';

describe('an address to forward to', () => {
  test.each([
    ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
    ['https://localhost/hook?a=1', 'https://localhost/hook?a=1'],
    ['localhost:3000/hook', 'http://localhost:3000/hook'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
    ['3000', 'http://localhost:3000/'],
    ['3000/hook', 'http://localhost:3000/hook'],
    ['3000?a=1', 'http://localhost:3000/?a=1'],
    ['10.0.0.7/hook', 'http://10.0.0.7/hook'],
  ])('may be %s', (text, address) => {
    expect(parseTarget(text).href).toBe(address);
  });

  test.each([
    ['ftp://localhost/', 'it must begin with http:// or https://'],
    ['file:///etc/passwd', 'it must begin with http:// or https://'],
    ['http://', 'it should look like http://localhost:3000/hook'],
    ['99999/hook', 'it should look like http://localhost:3000/hook'],
    ['99999', 'it should look like http://localhost:3000/hook'],
    ['http://user:secret@localhost/', 'it may not have a password in it'],
    ['http://localhost/#top', 'it may not have a "#" in it'],
  ])('may not be %s', (text, reason) => {
    expect(() => parseTarget(text)).toThrow(
      new TypeError(`"${text}" is no address to forward to: ${reason}`),
    );
  });
});

describe('the path at the target', () => {
  test.each([
    ['http://h/', '', '/wh/t', '/'],
    ['http://h/', '', '/wh/t?a=1', '/?a=1'],
    ['http://h/', '/', '/wh/t/', '/'],
    ['http://h/', '//x', '/wh/t//x', '//x'],
    ['http://h/hook', '', '/wh/t', '/hook'],
    ['http://h/hook', '/', '/wh/t/', '/hook/'],
    ['http://h/hook', '/a%20b/%C3%A9', '/wh/t/a%20b/%C3%A9?q=%20+', '/hook/a%20b/%C3%A9?q=%20+'],
    ['http://h/hook/', '', '/wh/t', '/hook/'],
    ['http://h/hook/', '/a', '/wh/t/a', '/hook/a'],
    ['http://h/hook', '', '/wh/t?', '/hook?'],
    ['http://h/hook?k=v', '', '/wh/t', '/hook?k=v'],
    ['http://h/hook?k=v', '/a', '/wh/t/a?', '/hook/a?k=v'],
    ['http://h/hook?k=v', '', '/wh/t?a=1&a=2?', '/hook?k=v&a=1&a=2?'],
    ['http://h/hook', '/a', 'http://service/wh/t/a?b=1', '/hook/a?b=1'],
    ['http://h/hook', '/a/../b', '/wh/t/a/../b', '/hook/a/../b'],
    ['http://h/', '/../b', '/wh/t/../b', '/../b'],
  ])('of %s for %o as in %s is %s', (target, path, sent, expected) => {
    expect(pathAt(new URL(target), path, sent)).toBe(expected);
  });

  test.each([
    '/..',
    '/../admin',
    '/%2e%2E/admin',
    '/.%2e%2fadmin',
    '/..%5cadmin',
    '/..\\admin',
    '/a/../../admin',
    '/./../admin',
    '//../admin',
    '/..;x=1/admin',
  ])('never leaves that of the target: %s', (path) => {
    expect(() => pathAt(new URL('http://h/hook'), path, `/wh/t${path}`)).toThrow(
      new TypeError('its path leads out of the address to forward to'),
    );
  });
});
