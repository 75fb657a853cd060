import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyText, codingsIn, formatsOf } from '../../src/http/body-text.ts';
import { strictContentType } from '../../src/http/content-type.ts';
import { anyCharacter } from '../any-character.ts';

function text(body: Uint8Array | number[], contentType?: string) {
  return bodyText(Uint8Array.from(body), strictContentType(contentType));
}

describe('the text of a body', () => {
  it.each([
    ['utf-8', [0xc3, 0xa9], 'é'],
    ['UTF8', [0xc3, 0xa9], 'é'],
    ['iso-8859-1', [0xe9, 0x80], 'é€'],
    ['windows-1251', [0xcf, 0xf0, 0xe8], 'При'],
    ['shift_jis', [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 'テスト'],
    ['gb18030', [0xd6, 0xd0], '中'],
    ['utf-16le', [0x41, 0x00, 0x3d, 0xd8, 0x00, 0xde], 'A😀'],
    ['utf-16be', [0x00, 0x41], 'A'],
    ['utf-16', [0xff, 0xfe, 0x41, 0x00], '\uFEFFA'],
    ['utf-16', [0xfe, 0xff, 0x00, 0x41], '\uFEFFA'],
    ['"windows-1251"', [0xcf], 'П'],
    ['no-such-charset', [0xc3, 0xa9], 'é'],
    ['', [0xc3, 0xa9], 'é'],
  ])('is read in the declared charset %s', (charset, body, expected) => {
    expect(text(body, `text/plain; charset=${charset}`)).toMatchObject({
      text: expected,
      isValid: true,
    });
  });

  it('is UTF-8 if nothing is declared, and keeps a byte order mark', () => {
    expect(text([0xef, 0xbb, 0xbf, 0x41]).text).toBe('\uFEFFA');
    expect(text([]).text).toBe('');
    expect(text([0x00, 0x7f]).text).toBe('\0\x7f');
  });

  it.each([
    ['text/plain', [0x41, 0xff, 0x42], 'A\uFFFDB'],
    ['text/plain', [0xe2, 0x82, 0x41], '\uFFFDA'],
    ['text/plain', [0xed, 0xa0, 0x80], '\uFFFD\uFFFD\uFFFD'],
    ['text/plain; charset=utf-16le', [0x00, 0xd8, 0x41, 0x00], '\uFFFDA'],
    ['text/plain; charset=utf-16le', [0x41], '\uFFFD'],
    ['text/plain; charset=shift_jis', [0x83], '\uFFFD'],
  ])('%s with bytes that are no text shows U+FFFD', (contentType, body, expected) => {
    expect(text(body, contentType)).toMatchObject({ text: expected, isValid: false });
  });

  it('is what TextDecoder makes of any bytes', () => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: anyCharacter }).map((s) => Buffer.from(s)),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        expect(text(body).text).toBe(decoder.decode(body));
      }),
    );
  });

  it('of XML is read in the charset that it declares itself, if it is not UTF-8', () => {
    const declared = Buffer.from(
      '<?xml version="1.0" encoding="windows-1251"?><a>\xcf</a>',
      'latin1',
    );
    expect(text(declared, 'application/xml').text).toContain('<a>П</a>');
    expect(text(declared, 'text/plain').text).toContain('<a>\uFFFD</a>');
    const lying = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>П</a>');
    expect(text(lying, 'application/xml').text).toContain('<a>П</a>');
    const utf16 = Buffer.from('\uFEFF<a>П</a>', 'utf16le');
    expect(text(utf16, 'application/xml').text).toBe('\uFEFF<a>П</a>');
  });

  it.each([
    ['utf-8', [0xf0, 0x9f, 0x98, 0x80]],
    ['utf-16le', [0x3d, 0xd8, 0x00, 0xde]],
    ['shift_jis', [0x83, 0x65]],
    ['gb18030', [0x94, 0x39, 0xda, 0x33]],
  ])('may be cut within a character of %s', (charset, body) => {
    const type = strictContentType(`text/plain; charset=${charset}`);
    const whole = bodyText(Uint8Array.from(body), type);
    expect(whole.isValid).toBe(true);
    for (let length = 1; length < body.length; length++) {
      const bytes = Uint8Array.from([...body, ...body.slice(0, length)]);
      expect(bodyText(bytes, type, true)).toEqual(whole);
    }
  });
});

describe('content codings', () => {
  it('are listed as they were applied', () => {
    expect(codingsIn([])).toEqual([]);
    expect(codingsIn([' GZip ,identity,, br', 'Deflate'])).toEqual(['gzip', 'br', 'deflate']);
  });

  it('stand for formats, or for none', () => {
    expect(formatsOf('x-gzip')).toEqual(formatsOf('gzip'));
    expect(formatsOf('deflate')).toEqual(['zlib', 'deflate']);
    for (const coding of ['compress', 'constructor', '__proto__', '']) {
      expect(formatsOf(coding)).toEqual([]);
    }
  });
});
