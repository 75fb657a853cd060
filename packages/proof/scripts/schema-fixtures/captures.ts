import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exchangeRaw } from '../../../server/test/raw-http.ts';

/** Sends a webhook; gives the id in its answer, -1 without one. */
export async function send(url: string, token: string, init: RequestInit & { path?: string } = {}) {
  const { path = '', ...request } = init;
  const response = await fetch(`${url}/wh/${token}${path}`, { method: 'POST', ...request });
  const text = await response.text();
  const [, id = '-1'] = /"id":(\d+)/.exec(text) ?? [];
  return { status: response.status, id: Number(id) };
}

const json = { 'content-type': 'application/json' };

/** Captures of every kind that a version can have: methods, bodies, encodings, targets, headers. */
export async function sendEveryKind(url: string, token: string): Promise<void> {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const document =
    '{ "id": 820982911946154508, "price": 9.00, "__proto__": {"a": [null, "🧾"]}, "a": 1, "a": 2 }';
  const xml = '<?xml version="1.0"?><order id="7"><item>é</item></order>';
  const requests: readonly (RequestInit & { path?: string })[] = [
    { method: 'GET', path: '?a=1&a=2&b=%E4%20+&__proto__=x&%F0%9F%A7%BE=' },
    { method: 'PUT', body: everyByte },
    { method: 'PATCH', headers: json, body: document },
    { headers: json, body: '[1, 2, 3]' },
    { headers: json, body: '{"cut":' },
    { headers: { 'content-type': 'application/xml' }, body: xml },
    { headers: { 'content-type': 'text/plain; charset=iso-8859-1' }, body: Uint8Array.of(0xe4) },
    { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(document) },
    { headers: { ...json, 'content-encoding': 'br' }, body: brotliCompressSync(document) },
    { headers: { 'content-encoding': 'deflate' }, body: deflateSync('deflated') },
    { headers: { 'content-encoding': 'gzip' }, body: 'not compressed at all' },
    { method: 'DELETE', path: '/below/the%20token/?x=%zz' },
    { path: '/', body: Buffer.from('a\0b\0') },
    { headers: json, body: JSON.stringify({ long: 'Hookwell '.repeat(35_000) }) },
    { method: 'OPTIONS' },
  ];
  for (const request of requests) await send(url, token, request);
  await exchangeRaw(url, oddRequest(token));
}

/** A target and headers that no browser sends. */
function oddRequest(token: string): Buffer {
  const lines = [
    `PROPFIND /wh/${token}/%00/'";--?a=%00&&=& HTTP/1.1`,
    'Host: hooks.example',
    'Repeated: one',
    'repeated: two',
    'Latin: \xe4\xff',
    'X-Dropped: 1',
    'x-dropped-too: ',
    'Content-Length: 2',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n\xff\0`, 'latin1');
}
