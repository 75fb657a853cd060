import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../../core/test/any-character.ts';
import type { JsonDocument } from '../../../src/detail/json/json-document.ts';
import { keyText, valueText } from '../../../src/detail/json/json-document.ts';
import { prettyJson, prettyJsonLines } from '../../../src/detail/json/pretty-json.ts';
import { scanned } from '../bodies.ts';

describe('pretty JSON', () => {
  test('is one value a line, every token as sent', () => {
    const text = '{"a":[1.0,{},[],{"b":"\\u0041"}],"a":820982911946154508,"__proto__":null}';
    expect(prettyJson(scanned(text))).toBe(`{
  "a": [
    1.0,
    {},
    [],
    {
      "b": "\\u0041"
    }
  ],
  "a": 820982911946154508,
  "__proto__": null
}`);
  });

  test('is the output of JSON.stringify, if that keeps everything', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(prettyJson(scanned(text))).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
      }),
    );
  });

  test('is one value below the other, if they were sent one a line', () => {
    expect(prettyJsonLines(scanned('[{"a":1},\n2,\n[]]'))).toBe('{\n  "a": 1\n}\n2\n[]');
  });

  test('scans to the same document', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCharacter, maxDepth: 6 }), (json) => {
        const document = scanned(json);
        const again = scanned(prettyJson(document));
        expect(again.parents).toEqual(document.parents);
        expect(tokens(again)).toEqual(tokens(document));
      }),
      { numRuns: 30 },
    );
  });

  test('stays small and whole at a nesting of 100,000', () => {
    const depth = 100_000;
    const pretty = prettyJson(scanned(`${'['.repeat(depth)}1${']'.repeat(depth)}`));
    expect(pretty.length).toBeLessThan(100 * 2 * depth);
    expect(scanned(pretty).size).toBe(depth + 1);
  });
});

function tokens(document: JsonDocument): unknown[] {
  return Array.from({ length: document.size }, (_, node) => [
    document.kinds[node],
    keyText(document, node),
    (document.kinds[node] ?? 0) > 1 ? valueText(document, node) : '',
  ]);
}
