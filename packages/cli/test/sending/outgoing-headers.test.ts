import { expect, test } from 'vitest';
import { type Header, outgoingHeaders } from '../../src/sending/outgoing-headers.ts';

function outgoing(sent: readonly Header[], bodySize = 3, method = 'POST'): string[] {
  const flat = outgoingHeaders(sent, { method, host: 'target:3000', bodySize });
  return flat.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${flat[index + 1]}`] : []));
}

test('names, spelling, order and repeats stay; host and length are those of the next hop, in their places', () => {
  const sent: Header[] = [
    ['ACCEPT', '*/*'],
    ['hOST', 'hooks.example'],
    ['Set-Cookie', 'a=1'],
    ['content-length', '17'],
    ['set-cookie', 'b=2'],
    ['Content-Encoding', 'gzip'],
  ];
  expect(outgoing(sent)).toEqual([
    'ACCEPT: */*',
    'hOST: target:3000',
    'Set-Cookie: a=1',
    'Content-Length: 3',
    'set-cookie: b=2',
    'Content-Encoding: gzip',
  ]);
});

test('headers of one connection are left out, and those that its Connection header names', () => {
  const sent: Header[] = [
    ['Host', 'hooks.example'],
    ['Connection', 'close, Http2-Settings'],
    ['HTTP2-Settings', 'AAMAAABk'],
    ['Keep-Alive', 'timeout=5'],
    ['Transfer-Encoding', 'chunked'],
    ['TE', 'trailers'],
    ['Trailer', 'Digest'],
    ['Upgrade', 'h2c'],
    ['Expect', '100-continue'],
    ['Proxy-Authorization', 'Basic eA=='],
    ['Authorization', 'Bearer x'],
  ];
  expect(outgoing(sent)).toEqual([
    'Host: target:3000',
    'Content-Length: 3',
    'Authorization: Bearer x',
  ]);
});

test.each([
  ['POST', 0, ['Host: target:3000', 'Content-Length: 0']],
  ['GET', 0, ['Host: target:3000']],
  ['GET', 3, ['Host: target:3000', 'Content-Length: 3']],
])('a %s without headers and %i bytes', (method, size, expected) => {
  expect(outgoing([], size, method)).toEqual(expected);
});
