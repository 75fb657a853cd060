import { expect, test } from 'vitest';
import { parseContentType, strictContentType } from '../../src/http/content-type.ts';
import { multipartParts } from '../../src/http/multipart.ts';
import { decodeQuery } from '../../src/http/target-text.ts';
import { timeRatio } from '../time-ratio.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** What the event loop reads of strangers' requests: a name, the characters of the text, and how it is read. */
const readers: readonly [string, readonly string[], (text: string) => unknown][] = [
  [
    'a Content-Type',
    [' ', '\\', '"', ';', '=', 'a=" ', '; a'],
    (text) => parseContentType(`a/b;${text}x`),
  ],
  [
    'a Content-Type, strictly,',
    [' ', '\\', '"', ';', '=', 'a=" ', '; a'],
    (text) => strictContentType(`a/b;${text}x`),
  ],
  ['a query', ['%C0%80', '%ED%A0%80', '%41', '%C3%A9', '%41%FF', '%', '+', '%F4%90'], decodeQuery],
  ['dashes of a multipart body', ['-'], (text) => multipartParts(utf8(text), '-'.repeat(70))],
  ['parts of a multipart body', ['\n--b'], (text) => multipartParts(utf8(text), 'b')],
];

/** The same length in one text may take 8 times as long as in sixteen; in the square it would take 16 times as long. */
test.each(
  readers.flatMap(([name, parts, read]) => parts.map((part) => [name, part, read] as const)),
)('%s of many %j takes linear time', async (_name, part, read) => {
  const short = part.repeat(16_384 / part.length);
  const long = short.repeat(16);
  const inParts = () => {
    for (let count = 0; count < 16; count++) read(short);
  };
  expect(await timeRatio(() => read(long), inParts, 8)).toBeLessThan(8);
});

test('escapes that are no UTF-8 take little more time than those that are', async () => {
  const [broken, sound] = ['%C0%80', '%C3%A9'].map((part) => part.repeat(20_000));
  const decode = (text = '') => decodeQuery(text);
  // Exceptions took some hundred times as long.
  expect(
    await timeRatio(
      () => decode(broken),
      () => decode(sound),
      20,
    ),
  ).toBeLessThan(20);
});
