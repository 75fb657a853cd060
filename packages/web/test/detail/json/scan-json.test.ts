import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../../core/test/any-character.ts';
import {
  at,
  decoded,
  type JsonDocument,
  JsonKind,
  keyText,
  kindOf,
  valueText,
} from '../../../src/detail/json/json-document.ts';
import { faultSentence, scanJson } from '../../../src/detail/json/scan-json.ts';
import { scanned } from '../bodies.ts';

describe('the JSON scanner', () => {
  test('keeps digits, escapes, repeated names and their order', () => {
    const text =
      ' {"b":820982911946154508,"a":1.10E+2,"b":-0,"__proto__":{"x":"\\u0041"}, "2":[] } ';
    const document = scanned(text);
    const shown = Array.from({ length: document.size }, (_, node) => [
      keyText(document, node),
      valueText(document, node),
    ]);
    expect(shown).toEqual([
      [undefined, text.trim()],
      ['"b"', '820982911946154508'],
      ['"a"', '1.10E+2'],
      ['"b"', '-0'],
      ['"__proto__"', '{"x":"\\u0041"}'],
      ['"x"', '"\\u0041"'],
      ['"2"', '[]'],
    ]);
    expect(document.childCounts[0]).toBe(5);
    expect([...document.places]).toEqual([0, 0, 1, 2, 3, 0, 4]);
    expect([...document.parents]).toEqual([-1, 0, 0, 0, 0, 4, 0]);
    expect([...document.afters]).toEqual([7, 2, 3, 4, 6, 6, 7]);
  });

  test('reads what JSON.parse reads, to the same value', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: anyCharacter }),
        fc.constantFrom(0, 1, '\t'),
        (json, space) => {
          const text = JSON.stringify(JSON.parse(json), undefined, space);
          expect(valueIn(scanned(text))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('passes over a byte order mark', () => {
    expect(kindOf(scanned('\ufeff[]'), 0)).toBe(JsonKind.array);
  });

  test.for([
    ['{"a":1,\n  "b" 2}', 'in line 2, column 7, a colon was expected'],
    ['[1 2]', 'in line 1, column 4, a comma or a closing bracket was expected'],
    ['{"a":1', 'in line 1, column 7 (the end), a comma or a closing brace was expected'],
    ['{} x', 'in line 1, column 4, nothing more was expected after the value'],
    ['["ab', 'in line 1, column 2, this string has no closing quote'],
    ['["\\x"]', 'in line 1, column 3, there is no such escape'],
    ['[01]', 'in line 1, column 3, this is not a number'],
    ['["a\nb"]', 'in line 1, column 4, a control character must be escaped in a string'],
    ['{a:1}', 'in line 1, column 2, a name in double quotes or a closing brace was expected'],
    ['', 'in line 1, column 1 (the end), a value was expected'],
  ] as const)('says where %j fails', ([text, sentence]) => {
    const result = scanJson(text);
    expect(result.ok ? '' : faultSentence(text, result.fault)).toBe(
      `This is not valid JSON: ${sentence}.`,
    );
  });

  test('nests 100,000 deep', () => {
    const depth = 100_000;
    const document = scanned(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);
    expect(document.size).toBe(depth + 1);
    expect(document.depths[depth]).toBe(depth);
    expect(scanJson('['.repeat(depth)).ok).toBe(false);
  });

  // In quadratic time, this would take until the test is ended.
  test('reads several megabytes', () => {
    const row = '{"id":820982911946154508,"name":"Ada \\u0041","tags":["a","b"],"ok":true},';
    expect(scanned(`[${row.repeat(50_000)}null]`).size).toBe(350_002);
  });

  test('reads the beginning of a text that is cut anywhere', () => {
    const text = '{"a":[1,{"b":"x\\u0041y","c":-1.5e3}],"d":true,"e":12345}';
    for (let length = 1; length < text.length; length++) {
      const result = scanJson(text.slice(0, length), { isCut: true });
      if (!result.ok) throw new Error(`${length}: ${result.fault.message}`);
      const { document } = result;
      expect(document.cutIn).toBeGreaterThanOrEqual(0);
      for (let node = 0; node < document.size; node++) {
        if (kindOf(document, node) > JsonKind.array) {
          expect(['1', '"x\\u0041y"', '-1.5e3', 'true', '12345']).toContain(
            valueText(document, node),
          );
        }
      }
    }
    expect(scanJson('{"a" 1', { isCut: true }).ok).toBe(false);
    expect(scanJson('[tru', { isCut: true }).ok).toBe(true);
    expect(scanJson('[trx', { isCut: true }).ok).toBe(false);
    expect(scanJson('[1]', { isCut: true })).toMatchObject({ document: { cutIn: -1 } });
  });
});

/** The value that the nodes stand for, built without parsing the whole text. */
function valueIn(document: JsonDocument, node = 0): unknown {
  const children: number[] = [];
  const isContainer = kindOf(document, node) <= JsonKind.array;
  if (isContainer) {
    for (
      let child = node + 1;
      child < at(document.afters, node);
      child = at(document.afters, child)
    ) {
      children.push(child);
    }
    expect(children).toHaveLength(at(document.childCounts, node));
  }
  switch (kindOf(document, node)) {
    case JsonKind.object:
      // An assignment would fail for the name __proto__.
      return Object.fromEntries(
        children.map((child) => [
          decoded(keyText(document, child) ?? ''),
          valueIn(document, child),
        ]),
      );
    case JsonKind.array:
      return children.map((child) => valueIn(document, child));
    case JsonKind.string:
      return decoded(valueText(document, node));
    default:
      return JSON.parse(valueText(document, node));
  }
}
