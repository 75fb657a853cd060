import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyCases } from './body-corpus.ts';
import { headCases } from './head-corpus.ts';
import { inPieces, readIn } from './in-pieces.ts';
import { oddStream } from './odd-streams.ts';

test('nothing depends on whether bytes come one by one', () => {
  for (const [sent] of [...headCases, ...bodyCases]) {
    if (sent.length > 1000) continue;
    const bytes = Buffer.from(sent, 'latin1');
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(readIn(single), JSON.stringify(sent)).toEqual(readIn([bytes]));
  }
});

test('nor on the place at which a pipeline of every kind of request is parted', () => {
  const kinds = [
    '\r\n\nPOST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc',
    'PUT  /b  HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\nHost: a\r\n\r\n',
    'A;b="c"\r\n0123456789\r\n1\r\n!\r\n000;d\r\nE: f\r\nG:\r\n\r\n',
    'HEAD * HTTP/1.1\r\nHost:\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET http://b/c HTTP/1.0\r\nConnection: keep-alive\r\n\r\nM HTTP://[::1] HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /last HTTP/1.1\r\nHost: a\r\nConnection: x, close\r\n\r\nGET /never HTTP/1.1\r\n',
  ];
  const bytes = Buffer.from(kinds.join(''), 'latin1');
  const whole = readIn([bytes]);
  expect(whole.requests.map(({ method, body }) => method + body)).toEqual([
    ...['POSTabc', 'PUT0123456789!', 'HEAD', 'POST', 'GET', 'M', 'GET'],
  ]);
  for (let place = 1; place < bytes.length; place += 1)
    expect(readIn(inPieces(bytes, [place])), `at ${place}`).toEqual(whole);
});

test('nor on the places at which they come in pieces, whatever clients send', () => {
  const places = fc.array(fc.nat(400), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(oddStream, places, (text, chosen) => {
      const bytes = Buffer.from(text, 'latin1');
      const within = chosen.map((place) => place % (bytes.length + 1));
      expect(readIn(inPieces(bytes, within))).toEqual(readIn([bytes]));
    }),
    { numRuns: 1000, seed: 1 },
  );
});

test('the data of chunks of any size is given whole, and stays as it was given', () => {
  // Around the sizes from which chunks are moved in another way, or not at all.
  const size = fc.constantFrom(1, 2, 15, 16, 17, 300, 4095, 4096, 4097, 9000);
  const bodies = fc.array(fc.array(size, { maxLength: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(80_000), { maxLength: 5 }), (all, chosen) => {
      const sent = all.map(chunkedRequest);
      const bytes = Buffer.from(sent.map(({ text }) => text).join(''), 'latin1');
      const within = chosen.map((place) => place % (bytes.length + 1));
      const { requests, end } = readIn(inPieces(bytes, within));
      expect(requests.map(({ body }) => body)).toEqual(sent.map(({ body }) => body));
      expect([requests.every(({ isWhole }) => isWhole), end]).toEqual([true, 'open']);
    }),
    { numRuns: 150, seed: 1 },
  );
});

function chunkedRequest(sizes: readonly number[], place: number): { text: string; body: string } {
  let text = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  let body = '';
  for (const [index, length] of sizes.entries()) {
    const begin = 97 * place + 31 * index;
    const data = String.fromCharCode(...Array.from({ length }, (_, at) => (begin + at) % 251));
    text += `${length.toString(16)}${';a'.repeat(index % 2)}\r\n${data}\r\n`;
    body += data;
  }
  return { text: `${text}0\r\n\r\n`, body };
}
