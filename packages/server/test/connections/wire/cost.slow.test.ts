import { expect, test } from 'vitest';
import { timeRatio } from '../../../../bodies/test/time-ratio.ts';
import { readAsOurs } from './read-as-ours.ts';

/*
 * Each input four times as long takes about four times as long: with squares it would be sixteen times.
 */
const times = 4;
const mostTimes = 9;
const kibibyte = 1024;

const head = 'GET / HTTP/1.1\r\nHost: a\r\n';
const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const filled = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Inputs of about that many bytes. A head may have 32 KiB, of which there is some room for the rest. */
const headsOf: Readonly<Record<string, (bytes: number) => string>> = {
  'a long value': (bytes) => `${head}A: ${filled('b', bytes)}\r\n\r\n`,
  'a long target': (bytes) => `GET /${filled('a', bytes)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a long name': (bytes) => `${head}${filled('a', bytes)}: b\r\n\r\n`,
  'a name without an end': (bytes) => `${head}${filled('a', bytes)} b`,
  'spaces in the request line': (bytes) => `GET / ${filled(' ', bytes)}HTTP/1.1\r\nHost: a\r\n\r\n`,
  'spaces before a value': (bytes) => `${head}A:${filled(' ', bytes)}b\r\n\r\n`,
  'spaces behind a value': (bytes) => `${head}A: b${filled(' ', bytes)}\r\n\r\n`,
  'spaces in a value': (bytes) => `${head}A: b${filled(' \t', bytes)}c\r\n\r\n`,
  'long extensions': (bytes) => `${chunked}0${filled(';a', bytes / 2)}\r\n\r\n`,
  'long trailers': (bytes) => `${chunked}0\r\n${filled('abcdefgh: i\r\n', bytes - 13)}A: b\r\n\r\n`,
  'short trailers': (bytes) => `${chunked}0\r\n${filled('a:\r\n', bytes / 4)}\r\n`,
  'many headers': (bytes) => `${head}${filled('a:\r\n', bytes / 4)}\r\n`,
  'long lines of one name': (bytes) =>
    `${head}${filled('Cookie: a=b\r\n', bytes - 13)}A: b\r\n\r\n`,
};

/** Headers that are looked into, with what makes expressions go back over what they have seen. */
const lookedInto: Record<string, (bytes: number) => string> = {};
const fillings = [
  ' ',
  ',',
  ', ',
  'a,',
  ' a',
  '%41',
  '%',
  ':',
  '[',
  ';',
  '\t ',
  'close,',
  'chunked ',
];
for (const name of ['Host', 'Connection', 'Transfer-Encoding', 'Content-Length', 'Expect'])
  for (const filling of fillings)
    lookedInto[`${name} of ${JSON.stringify(filling)}`] = (bytes) =>
      `GET / HTTP/1.1\r\n${name === 'Host' ? '' : 'Host: a\r\n'}${name}: a${filled(filling, bytes)}b\r\n\r\n`;

const streamsOf: Readonly<Record<string, (bytes: number) => string>> = {
  'chunks of one byte': (bytes) => chunked + filled('1\r\na\r\n', bytes),
  'chunks with extensions': (bytes) => chunked + filled('1;\r\na\r\n', bytes / 8),
  'empty lines': (bytes) => filled('\r\n', bytes),
  'requests in chunks': (bytes) => filled(`${chunked}1\r\na\r\n0\r\n\r\n`, bytes),
  'requests with headers': (bytes) => filled(`${head}A: b\r\n\r\n`, bytes),
};

test('no head or trailer takes longer than by its length, in one piece and byte by byte', async () => {
  for (const [name, make] of Object.entries({ ...headsOf, ...lookedInto }))
    expect(await ratio((bytes) => [make(bytes)], 7 * kibibyte, 8), name).toBeLessThan(mostTimes);
  for (const [name, make] of Object.entries(headsOf))
    expect(await ratio((bytes) => make(bytes), 7 * kibibyte, 1), name).toBeLessThan(mostTimes);
});

test('no stream of chunks, lines or requests does, in large pieces and byte by byte', {
  timeout: 600_000,
}, async () => {
  const large = 64 * kibibyte;
  for (const [name, make] of Object.entries(streamsOf)) {
    const inLarge = (bytes: number) => make(bytes).match(new RegExp(`[^]{1,${large}}`, 'g')) ?? [];
    expect(await ratio(inLarge, 128 * kibibyte, 1), name).toBeLessThan(mostTimes);
    expect(await ratio((bytes) => make(bytes), 16 * kibibyte, 1), name).toBeLessThan(mostTimes);
  }
});

/** How many times as long four times the bytes take. */
async function ratio(
  make: (bytes: number) => Iterable<string>,
  bytes: number,
  count: number,
): Promise<number> {
  const short = piecesOf(make(bytes));
  const long = piecesOf(make(times * bytes));
  const read = (pieces: readonly Buffer[], repeats: number) => () => {
    for (let index = 0; index < repeats; index += 1) readAsOurs(pieces);
  };
  // So both are of the same number of bytes.
  return (
    times * (await timeRatio(read(long, count), read(short, count * times), mostTimes / times))
  );
}

function piecesOf(texts: Iterable<string>): Buffer[] {
  return Array.from(texts, (text) => Buffer.from(text, 'latin1'));
}
