import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { asHttpText, type CopiedRequest } from '../../src/copying/copied-request.ts';
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
