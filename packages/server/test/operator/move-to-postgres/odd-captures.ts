import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { exchangeRaw } from '../../raw-http.ts';
import { send, type TestServer } from '../../start-server.ts';
import { newCapture } from '../../store/store-rows.ts';

/** Captures whose bodies, targets, headers and methods are hard to keep unchanged. */
export async function captureOddities(server: TestServer, token: string): Promise<void> {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const bodies = [
    Buffer.alloc(0),
    Buffer.from([0]),
    Buffer.from('a\0b\0'),
    everyByte,
    Buffer.from([0xc3, 0x28, 0xff, 0xfe]),
    Buffer.from('\\x00 \\000 \ufffd 🧾'),
    randomBytes(5 * 1024 * 1024),
  ];
  for (const body of bodies) await send(server, token, { method: 'PUT', body: Buffer.from(body) });
  await send(server, token, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    body: gzipSync('{"a":1}'),
  });
  await exchangeRaw(server.url, oddRequest(token));
  await appendNul(server, token);
}

/** A target that no browser would send, but a webhook sender may. */
function oddRequest(token: string): Buffer {
  const lines = [
    `PROPFIND /wh/${token}/%00/%E4/'";--?a=1&a=%00&__proto__=x&%F0%9F%A7%BE HTTP/1.1`,
    'Host: hooks.example',
    'X-Twice: one',
    'x-twice: ',
    'X-Latin: \xe4\xff\x80',
    'X-Quotes: \\x41 \'\' "{}" $1',
    'Content-Length: 2',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n\xff\0`, 'latin1');
}

/** A target with U+0000: HTTP allows it in bodies only, but the store takes it. */
async function appendNul({ store }: TestServer, token: string): Promise<void> {
  const { id } = await store.db
    .selectFrom('endpoint')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  const target = `/wh/${token}/a\0b\0`;
  await store.captures.append(newCapture(id, { method: '\0', target, ipAddress: '\0::1\0' }));
}
