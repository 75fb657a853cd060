import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageInfo } from '../../../src/detail/body/body-kind.ts';
import { hexRow, hexText } from '../../../src/detail/body/hex-view.tsx';
import { formPairs, nameValuePairs } from '../../../src/detail/body/name-value-pairs.ts';
import { prettyXml, scanXml } from '../../../src/detail/body/xml.ts';
import { latin1 } from '../bodies.ts';

describe('names and values of forms and queries', () => {
  test('are decoded in order, repeats kept', () => {
    const { pairs, isComplete } = nameValuePairs('a=1+2&&b%5B%5D=%C3%BC&a=%zz%ff%41&c&d=e=f&=x');
    expect(isComplete).toBe(true);
    expect(pairs.map(({ name, value }) => [name, value])).toEqual([
      ['a', '1 2'],
      ['b[]', 'ü'],
      ['a', '%zz%ffA'],
      ['c', ''],
      ['d', 'e=f'],
      ['', 'x'],
    ]);
    expect(nameValuePairs('a&b&c', 2)).toMatchObject({
      isComplete: false,
      pairs: [{ name: 'a' }, { name: 'b' }],
    });
    const [sent] = nameValuePairs('%F0%9F%99%82%FF%e2%82%ac%ED%A0%80').pairs;
    expect(sent?.name).toBe('🙂%FF€%ED%A0%80');
  });

  test.each([
    ['windows-1252', 'name=J%FCrgen+%80&a=%E9'],
    [undefined, 'charset=windows-1252&name=J%FCrgen+%80&a=%E9'],
    [undefined, 'name=J%FCrgen+%80&a=%E9&_charset_=windows-1252'],
  ])('are read in the charset of the form (%s, %s)', (declared, text) => {
    const { pairs } = formPairs(text, declared);
    expect(pairs.filter(({ name }) => !name.includes('charset'))).toEqual([
      { name: 'name', value: 'Jürgen €' },
      { name: 'a', value: 'é' },
    ]);
  });

  test('are in UTF-8 where the charset is that, unknown or missing', () => {
    for (const declared of ['utf-8', 'x-unknown', undefined])
      expect(formPairs('a=%C3%BC=b', declared)).toEqual(nameValuePairs('a=ü=b'));
  });

  test('are as URLSearchParams reads them, if everything is UTF-8', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))),
        (given) => {
          const text = new URLSearchParams(given).toString();
          expect(nameValuePairs(text).pairs.map(({ name, value }) => [name, value])).toEqual([
            ...new URLSearchParams(text),
          ]);
        },
      ),
    );
  });
});

describe('XML', () => {
  const pretty = (text: string, isCut = false): string => {
    const result = scanXml(text, isCut);
    return result.ok ? prettyXml(text, result.tokens) : `${result.offset}: ${result.problem}`;
  };

  test('is shown in lines, its tokens as sent', () => {
    const text =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "<y>">]><a:b c="1>2" d=\'"\'><!-- > --><é>text &amp; more</é><f/><g></g><h>mixed <i>text</i></h><![CDATA[<x>]]></a:b>\n';
    expect(pretty(text)).toBe(`<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY x "<y>">]>
<a:b c="1>2" d='"'>
  <!-- > -->
  <é>text &amp; more</é>
  <f/>
  <g></g>
  <h>
    mixed
    <i>text</i>
  </h>
  <![CDATA[<x>]]>
</a:b>`);
  });

  test.for([
    ['', '0: there is no element'],
    ['text', '0: there is text outside of the root element'],
    ['<a></b>', '3: the closing tag of "b" has no opening tag here'],
    ['<a><b></a>', '6: the closing tag of "a" has no opening tag here'],
    ['<a/><b/>', '4: there is a second root element'],
    ['<a', '0: this is not a tag'],
    ['<a b=c/>', '0: this is not a tag'],
    ['<a><!-- </a>', '3: this comment is not closed'],
    ['<a>', '3: the closing tag of "a" is missing'],
  ] as const)('%j is not well-formed', ([text, problem]) => {
    expect(pretty(text)).toBe(problem);
  });

  test('may be cut, and nests deep', () => {
    expect(pretty('<a><b>x</b><c d="', true)).toBe('<a>\n  <b>x</b>');
    const deep = 100_000;
    expect(pretty('<a>'.repeat(deep) + '</a>'.repeat(deep)).length).toBeGreaterThan(deep);
  });

  // In quadratic time, each of these would take until the test is ended.
  test('reads hostile texts to their end', () => {
    const hostile = [
      `<a ${'b="c" '.repeat(300_000)}`,
      `<a${' '.repeat(1_000_000)}`,
      `<!DOCTYPE a [${'"'.repeat(1_000_001)}`,
      '<a><!--'.repeat(1000),
    ];
    for (const text of hostile) expect(scanXml(text)).toBeDefined();
  });
});

describe('images', () => {
  test('are recognised by their first bytes', () => {
    const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x80\x08\x06';
    expect(imageInfo(latin1(png))).toEqual({ mediaType: 'image/png', width: 256, height: 128 });
    expect(imageInfo(latin1('GIF89a\x0a\0\x14\0'))).toEqual({
      mediaType: 'image/gif',
      width: 10,
      height: 20,
    });
    const jpeg = '\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20\x03\x01\x22';
    expect(imageInfo(latin1(jpeg))).toEqual({ mediaType: 'image/jpeg', width: 32, height: 16 });
    const webp = 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x31\0\0';
    expect(imageInfo(latin1(webp))).toEqual({ mediaType: 'image/webp', width: 100, height: 50 });
    expect(imageInfo(latin1('\0\0\0\x20ftypavif'))).toEqual({ mediaType: 'image/avif' });
    expect(imageInfo(latin1('text'))).toBeUndefined();
  });

  test('never fail, whatever the bytes', () => {
    const start = fc.constantFrom(
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      '\xff\xd8\xff',
      'RIFF0000WEBP',
      'BM',
      'RIFF0000WEBPVP8L',
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 60 }), (text, rest) => {
        expect(imageInfo(Uint8Array.from([...latin1(text), ...rest]))).not.toBeNull();
      }),
    );
  });
});

describe('hex', () => {
  test('shows offset, bytes and ASCII', () => {
    const bytes = latin1('0123456789abcdef\0\xffz');
    expect(hexText(bytes)).toBe(
      `00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef
00000010  00 ff 7a                                          ..z`,
    );
    expect(hexRow(bytes, 1).bytes).toHaveLength(48);
  });
});
