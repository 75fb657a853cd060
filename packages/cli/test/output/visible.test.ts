import { compactJson, indentedJson } from '@hookwell/client/archives';
import { describe, expect, test } from 'vitest';
import {
  fitText,
  TextTable,
  textTable,
  textWidth,
  visible,
  visibleJson,
  visibleLines,
} from '../../src/output/text.ts';

describe('text from elsewhere', () => {
  test('has its control and format characters made visible', () => {
    expect(visible('\u001b[31mred\u0007\r\n\t\0\x7f')).toBe('␛[31mred␇␍␊␉␀␡');
    expect(visible('\x9b31m \u202eevil\u2066 a\u200bb \ufeff\u2028')).toBe(
      '\\u{9b}31m \\u{202e}evil\\u{2066} a\\u{200b}b \\u{feff}\\u{2028}',
    );
    expect(visible('grüße, 注文, 👩🏽‍💻 ok')).toBe('grüße, 注文, 👩🏽‍💻 ok');
    expect(visible('half \ud83d')).toBe('half \\u{d83d}');
  });

  test('keeps the lines and tabs of text with many lines', () => {
    expect(visibleLines('a\tb\r\nc\rd\u001b\n')).toBe('a\tb\nc␍d␛\n');
  });

  test('is the same JSON with every such character escaped', () => {
    const value = { 'k\u202e': 'a\x9b\x7f\u2028\ud83d\u{e0041} 👩🏽‍💻', n: [1, '\n'] };
    const json = visibleJson(JSON.stringify(value));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toBe(visible(json));
  });
});

describe('JSON text', () => {
  const text =
    ' {"big": 820982911946154508,\n "d":1.10, "a" : "b \\" { [", "__proto__":[ ],"o":{},"x":[1,{"y":null}]} ';

  test('loses its white space and nothing else', () => {
    expect(compactJson(text)).toBe(
      '{"big":820982911946154508,"d":1.10,"a":"b \\" { [","__proto__":[],"o":{},"x":[1,{"y":null}]}',
    );
    expect(compactJson('\ufeff"a b"')).toBe('"a b"');
  });

  test('is indented with every digit in place', () => {
    const indented = indentedJson(text);
    expect(compactJson(indented)).toBe(compactJson(text));
    expect(indented).toContain('  "big": 820982911946154508,\n  "d": 1.10,\n  "a": "b \\" { [",');
    expect(indented).toContain('"__proto__": [],\n  "o": {},\n  "x": [\n    1,\n    {\n');
  });

  test('may be long and deep', () => {
    const long = `{"a":"${'x\\"'.repeat(200_000)}"}`;
    expect(compactJson(long)).toBe(long);
    expect(indentedJson(long)).toHaveLength(long.length + 5);
    const digits = `[${'1'.repeat(400_000)}]`;
    expect(compactJson(digits)).toBe(digits);
    const slashes = `["${'\\'.repeat(1_000_000)}","${'\\"'.repeat(100_000)}"]`;
    expect(compactJson(slashes)).toBe(slashes);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(compactJson(indentedJson(deep))).toBe(deep);
  });
});

describe('a table', () => {
  test('lines up text that is wider or narrower than its characters', () => {
    expect([textWidth('注文'), textWidth('👩🏽‍💻'), textWidth('e\u0301'), textWidth('ab')]).toEqual(
      [4, 2, 1, 2],
    );
    expect(
      textTable(
        ['A', 'B'],
        [
          ['注文', '1'],
          ['a\u001b\n', '2'],
        ],
      ),
    ).toBe('A     B\n注文  1\na␛␊   2');
  });

  test('is cut at the edge of the terminal', () => {
    expect(fitText('注文注文', 5)).toBe('注文…');
    expect(fitText('abc', 3)).toBe('abc');
    const table = new TextTable(['ID', 'PATH'], 8);
    expect(table.lines([['1', '/a/long/path']])).toEqual(['ID  PATH', '1   /a/…']);
    expect(table.lines([['1000', '/']])).toEqual(['1000  /']);
  });
});
