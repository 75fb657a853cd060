import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { asHttpText, type CopiedRequest } from '../../src/copying/copied-request.ts';
import { pathAt } from '../../src/copying/index.ts';
import { copied, receivingServer } from './sent-request.ts';

describe('a request copied as HTTP text', () => {
  test('is read by a server as the same request', async () => {
    const { origin, sent } = await receivingServer();
    const body = Buffer.from('{"ü":\r\n1}');
    const headers: CopiedRequest['headers'] = [
      ['Host', 'hooks.example.org'],
      ['Twice', 'one'],
      ['Empty', ''],
      ['twice', 'two'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
    ];
    const request = copied(origin, { headers, body, method: 'PUT' });
    request.url += '/a/../b?x=[1]';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.resume();
    socket.write(asHttpText(request));
    await once(socket, 'close');
    const length: [string, string] = ['Content-Length', String(body.length)];
    expect(sent).toEqual([
      {
        method: 'PUT',
        target: request.url.slice(origin.length),
        headers: headers.map((header) => (header[0] === 'Transfer-Encoding' ? length : header)),
        body,
      },
    ]);
  });

  test('gives bytes that are no text as base64', () => {
    const text = asHttpText(copied('http://localhost', { body: Uint8Array.of(0xff, 0) }));
    expect(text).toContain('(2 bytes that are not text, in base64)\r\n/wA=');
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
