import { MIMEType } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isApplicationJson,
  isXmlType,
  parseContentType,
  strictContentType,
} from '../../src/http/content-type.ts';

describe('the media type', () => {
  it.each([
    ['application/json', true],
    ['APPLICATION/Json ; charset=utf-8', true],
    ['application/json;', true],
    ['application/json; profile="a;b"', true],
    ['application/problem+json', false],
    ['application/jsonp', false],
    ['text/json', false],
    ['application/json, application/json', false],
    ['json', false],
    ['', false],
    [undefined, false],
  ])('%s is JSON: %s', (header, isJson) => {
    expect(isApplicationJson(strictContentType(header))).toBe(isJson);
  });

  it.each([
    ['application/xml', true],
    ['Text/XML; charset=utf-8', true],
    ['application/atom+xml', true],
    ['image/svg+XML', true],
    ['application/xml-dtd', false],
    ['application/xhtml', false],
    ['+xml', false],
    ['text/html', false],
  ])('%s is XML: %s', (header, isXml) => {
    expect(isXmlType(strictContentType(header))).toBe(isXml);
  });
});

describe('a Content-Type, read strictly,', () => {
  it('is what the platform reads, for any header', () => {
    const pieces = [
      'text',
      '/',
      '; ',
      ';',
      'charset',
      '=',
      ' = ',
      '"',
      '\\',
      ' ',
      '\t',
      '\n',
      'UTF-8',
    ];
    const part = fc.constantFrom(...pieces, '"a;b"', 'x*', 'é', '日', '\u212a', '\u00a0', '\0');
    const start = fc.constantFrom('', 'text/plain;', 'Application/XML; charset="');
    const header = fc
      .tuple(start, fc.array(part, { maxLength: 16 }))
      .map(([first, parts]) => first + parts.join(''));
    fc.assert(
      fc.property(header, (text) => {
        const { mediaType, parameters } = strictContentType(text);
        expect([mediaType, ...parameters]).toEqual(asThePlatformReads(text));
      }),
      { numRuns: 1000 },
    );
  });
});

function asThePlatformReads(header: string): unknown[] {
  try {
    const { essence, params } = new MIMEType(header);
    return [essence, ...params];
  } catch {
    return [''];
  }
}

describe('a header, read as far as it can be,', () => {
  it('has its parameters', () => {
    const type = parseContentType(
      ' Multipart/Form-Data ; Boundary="a;\\"b" ; charset=UTF-8;charset=x',
    );
    expect(type.mediaType).toBe('multipart/form-data');
    expect([...type.parameters]).toEqual([
      ['boundary', 'a;"b'],
      ['charset', 'UTF-8'],
    ]);
    expect(parseContentType(undefined).mediaType).toBe('');
  });

  it.each([
    ['json; charset=latin1', 'json', ['charset', 'latin1']],
    ['text/plain; charset = "utf-8"', 'text/plain', ['charset', 'utf-8']],
    ['form-data; name="日本"; filename="a = b; c.txt"', 'form-data', ['filename', 'a = b; c.txt']],
    ['multipart/mixed; boundary=a b', 'multipart/mixed', ['boundary', 'a b']],
    ['multipart/mixed; boundary="a', 'multipart/mixed', ['boundary', 'a']],
    ["a/b; filename*=UTF-8''%e2", 'a/b', ['filename*', "UTF-8''%e2"]],
  ])('may be malformed: %s', (header, mediaType, parameter) => {
    const type = parseContentType(header);
    expect(type.mediaType).toBe(mediaType);
    expect([...type.parameters]).toContainEqual(parameter);
  });
});
