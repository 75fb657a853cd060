import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { multipartParts } from '../../src/http/multipart.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the parts of a multipart body', () => {
  test('have names, file names, types and exact bytes', () => {
    const body = latin1(
      [
        'preamble',
        '--b x',
        'Content-Disposition: form-data; name="first"',
        '',
        'one\r\ntwo',
        '--b x',
        'content-disposition: form-data; name="file"; filename="a \\"b\\".bin"; filename*=UTF-8\'\'%e2%82%ac.bin',
        'Content-Type: application/octet-stream',
        '',
        '\0\xff\r\n--b xx\r\n',
        '--b x',
        '',
        '--b x--',
        'epilogue',
      ].join('\r\n'),
    );
    const found = multipartParts(body, 'b x');
    expect(found?.isClosed).toBe(true);
    expect(
      found?.parts.map(({ name, fileName, type }) => [name, fileName, type.mediaType]),
    ).toEqual([
      ['first', undefined, ''],
      ['file', '€.bin', 'application/octet-stream'],
      [undefined, undefined, ''],
    ]);
    expect(found?.parts.map(({ bytes }) => Buffer.from(bytes).toString('latin1'))).toEqual([
      'one\r\ntwo',
      '\0\xff\r\n--b xx\r\n',
      '',
    ]);
  });

  test('are read with line feeds alone, and without an end', () => {
    const found = multipartParts(
      utf8('--b\nContent-Disposition: form-data; name="ü"\n\nx\n--b\n\nrest'),
      'b',
    );
    expect(found?.isClosed).toBe(false);
    expect(found?.parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['ü', 'x'],
      [undefined, 'rest'],
    ]);
    expect(multipartParts(utf8('no part'), 'b')).toBeUndefined();
    expect(multipartParts(utf8('--b'), '')).toBeUndefined();
  });

  test('are the bytes that were put in, whatever they are', () => {
    const content = fc.array(fc.uint8Array({ maxLength: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(content, (contents) => {
        const pieces = contents.flatMap((bytes) => [
          utf8('--edge\r\nA: b\r\n\r\n'),
          bytes,
          utf8('\r\n'),
        ]);
        const body = new Uint8Array(Buffer.concat([...pieces, utf8('--edge--')]));
        const found = multipartParts(body, 'edge');
        expect(found?.parts.map(({ bytes }) => [...bytes])).toEqual(
          contents.map((bytes) => [...bytes]),
        );
      }),
    );
  });
});
