import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Random } from '../../random.ts';

const kibibyte = 1024;
const mebibyte = 1024 * 1024;
/** A head has 32 KiB; beside the query or the headers there is a little more. */
const mostHeadBytes = 31 * kibibyte;

/** A piece again and again, up to so many bytes. */
function filled(piece: string, size: number): string {
  return piece.repeat(Math.floor(size / Buffer.byteLength(piece)));
}

function randomQuery(random: Random, most: number): string {
  const piece = random.pick([
    ...(['%C0%80', 'a&', 'a=1&', 'q=%41+%42&', '+', '%E2%82%AC', '%', '%F0%9F', '&', '='] as const),
    ...(['b=%22%5C&', 'abcdefgh', '%c3%a9%ff'] as const),
  ]);
  return filled(piece, random.size(most));
}

function randomHeaders(random: Random, most: number): string[] {
  const line = random.pick([
    'b: b',
    'X-Event: push',
    'a:',
    'User-Agent: %C0%80',
    'Cookie: a=b; c=d',
  ]);
  if (random.chance(0.3)) return [`B: ${filled('b', random.size(most - 10))}`];
  return random.list(Math.floor(random.size(most) / (line.length + 2)), () => line);
}

/** A type of a body, and pieces that such bodies are made of: an opening, what is repeated, and an end. */
const bodies = [
  ['application/json', '{"a":0', ',"a":1', '}'],
  ['application/json', '{"a":', '{"a":', '1'],
  ['application/json', '[', '[', ''],
  ['application/json', '{"a":"', '\\u0041\\n', '"}'],
  ['application/json', '{"a":[', '{"b":"x"},', '1]}'],
  ['application/json', '{"a":', '1234567890', '}'],
  ['application/json', '{"type":"url_verification","challenge":"', 'c', '"}'],
  ['application/json', '{"event":"endpoint.url_validation","payload":{"plainToken":"', 'p', '"}}'],
  ['application/xml', '<a>', '<a/>&lt;', '</a>'],
  ['application/xml', '<a ', 'a="1" ', '/>'],
  ['application/x-www-form-urlencoded', 'a=1', '&a=%C0%80', ''],
  ['application/x-www-form-urlencoded', 'payload=', '%7B', ''],
  ['multipart/form-data; boundary=a', '--a', '\r\n\r\n--a', '--a--'],
  ['text/plain', '', 'aaaaaaa', ''],
  ['text/plain; charset=utf-16', '', 'aé', ''],
  ['text/plain; charset=shift_jis', '', '\u0001é', ''],
  ['application/octet-stream', '', '\0\u00ff', ''],
] as const;

const codings = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { 1: 4 } }),
  zstd: zstdCompressSync,
};

/** Bodies of up to 64 KiB, and when they are compressed up to 4 MiB, with the headers that tell of them. */
function randomBody(random: Random): { headers: string[]; body: Uint8Array } {
  if (random.chance(0.15)) return { headers: [], body: new Uint8Array() };
  const [type, start, piece, end] = random.pick(bodies);
  const isCompressed = random.chance(0.4);
  const size = random.size(isCompressed ? random.pick([mebibyte, 4 * mebibyte]) : 64 * kibibyte);
  const text = Buffer.from(start + filled(piece, size) + end);
  const headers = [`Content-Type: ${random.chance(0.9) ? type : 'application/json'}`];
  if (!isCompressed) return { headers, body: text };
  const coding = random.pick(['gzip', 'deflate', 'br', 'zstd']);
  headers.push(`Content-Encoding: ${random.chance(0.9) ? coding : 'gzip, gzip, br'}`);
  const compressed = codings[coding](text);
  return { headers, body: random.chance(0.1) ? compressed.subarray(0, -4) : compressed };
}

/** The bytes of a request to an endpoint, as they go over the wire. */
export function randomRequest(random: Random, token: string): Buffer {
  const method = random.pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'HEAD', 'OPTIONS', 'PATCH']);
  const path = random.chance(0.3) ? random.pick(['/later', '/%C0%80', '//', '/a%2Fb']) : '';
  const { headers, body } = randomBody(random);
  const isQueryLong = random.chance(0.5);
  const query = randomQuery(random, isQueryLong ? mostHeadBytes : 500);
  const further = randomHeaders(random, isQueryLong ? 300 : mostHeadBytes);
  const isChunked = random.chance(0.15);
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const lines = [`${method} /wh/${token}${path}?${query} HTTP/1.1`, 'Host: a', framing];
  const head = Buffer.from(`${[...lines, ...headers, ...further].join('\r\n')}\r\n\r\n`);
  return Buffer.concat(isChunked ? [head, ...chunked(random, body)] : [head, body]);
}

function chunked(random: Random, body: Uint8Array): Uint8Array[] {
  const size = random.pick([1, 100, 64 * kibibyte]);
  const pieces: Uint8Array[] = [];
  // Very small chunks only of a beginning: as many as make a body of 64 KiB.
  const most = Math.min(body.length, size * 65_536);
  for (let at = 0; at < most; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return [...pieces, Buffer.from('0\r\n\r\n')];
}
