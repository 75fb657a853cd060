import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  at,
  holdsJson,
  isCutOff,
  type JsonDocument,
  keyText,
  valueText,
} from '../../../src/detail/json/json-document.ts';
import { expandedTo, visibleRows } from '../../../src/detail/json/json-expansion.ts';
import { pathOf } from '../../../src/detail/json/json-path.ts';
import { treeHits } from '../../../src/detail/json/json-search.ts';
import { scanJson } from '../../../src/detail/json/scan-json.ts';
import { jsonInText, withTextsOpened } from '../../../src/detail/json/texts-opened.ts';
import { scanned } from './scanned.ts';

const opened = (value: unknown) => withTextsOpened(scanned(JSON.stringify(value)));

function nodeOf(document: JsonDocument, key: string, from = 0): number {
  for (let node = from; node < document.size; node++) {
    if (keyText(document, node) === `"${key}"`) return node;
  }
  return -1;
}

describe('a text that holds JSON', () => {
  const inside = '{"id":820982911946154508.10,"id":"\\u0041","list":[1,{"deep":true}]}';
  const document = opened({ before: 1, payload: inside, after: [2] });

  test('has its values as children, written as the sender wrote them', () => {
    const payload = nodeOf(document, 'payload');
    expect(holdsJson(document, payload)).toBe(true);
    expect(valueText(document, payload)).toBe(JSON.stringify(inside));
    expect(at(document.childCounts, payload)).toBe(3);
    const first = nodeOf(document, 'id');
    const second = nodeOf(document, 'id', first + 1);
    expect(valueText(document, first)).toBe('820982911946154508.10');
    expect(valueText(document, second)).toBe('"\\u0041"');
    expect(at(document.parents, second)).toBe(payload);
    const after = nodeOf(document, 'after');
    expect([at(document.places, after), valueText(document, after + 1)]).toEqual([2, '2']);
    expect(at(document.afters, payload)).toBe(after);
  });

  test('opens and closes like a container', () => {
    expect(visibleRows(document, expandedTo(document, 1))).toHaveLength(4);
    expect(visibleRows(document, expandedTo(document, 2))).toHaveLength(8);
    expect(visibleRows(document, expandedTo(document, Infinity))).toHaveLength(document.size);
  });

  test('is found by the values inside, once each', () => {
    expect([...treeHits(document, 'deep')]).toEqual([nodeOf(document, 'deep')]);
  });

  test('is parsed in the paths of the values inside', () => {
    const deep = nodeOf(document, 'deep');
    expect(pathOf(document, deep, 'javascript')).toBe('JSON.parse(payload).list[1].deep');
    expect(pathOf(document, deep, 'jsonpath')).toBe('$.list[1].deep');
    const twice = opened(JSON.stringify({ a: [JSON.stringify({ b: 1 })] }));
    const paths = Array.from({ length: twice.size }, (_, node) =>
      pathOf(twice, node, 'javascript'),
    );
    expect(paths.at(-1)).toBe('JSON.parse(JSON.parse(body).a[0]).b');
  });

  test.for(['1', '"a"', '', '[]', '{}', '{a}', '[brackets] first', '{"a":1} more'])(
    'is not %j',
    (text) => {
      expect(opened([text]).size).toBe(2);
      expect(jsonInText(text)).toBeUndefined();
    },
  );

  test('costs nothing if there is none: the document stays the same', () => {
    const plain = scanned('{"a":["x","{y"]}');
    expect(withTextsOpened(plain)).toBe(plain);
  });
});

test('every document keeps its own tokens, whatever its texts hold', () => {
  const value = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.string(),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('json'), { maxKeys: 3 }),
      tie('json').map((inner) => JSON.stringify(inner)),
    ),
  })).json;
  fc.assert(
    fc.property(value, (sent) => {
      const plain = scanned(JSON.stringify(sent));
      const whole = withTextsOpened(plain);
      const kept = Array.from({ length: whole.size }, (_, node) => node).filter(
        (node) => at(whole.starts, node) < plain.text.length,
      );
      expect(kept.map((node) => valueText(whole, node))).toEqual(
        Array.from({ length: plain.size }, (_, node) => valueText(plain, node)),
      );
      for (let node = 1; node < whole.size; node++) {
        const parent = at(whole.parents, node);
        expect(at(whole.afters, node)).toBeLessThanOrEqual(at(whole.afters, parent));
        expect(at(whole.depths, node)).toBe(at(whole.depths, parent) + 1);
      }
    }),
  );
});

describe('hostile texts', () => {
  test('nest 100,000 deep', () => {
    const document = opened(['['.repeat(100_000) + ']'.repeat(100_000)]);
    expect(document.size).toBe(100_001);
  });

  test('stay texts beyond four levels', () => {
    let text = '[1]';
    for (let level = 0; level < 12; level++) text = JSON.stringify([text]);
    expect(withTextsOpened(scanned(text)).size).toBe(6);
  });

  test('stay texts if they are too many or too long', () => {
    expect(opened(Array(3000).fill('[1]')).size).toBe(3001 + 2000);
    const long = JSON.stringify([1, 'x'.repeat(3 * 1024 * 1024)]);
    expect(opened([long, long]).size).toBe(3 + 2);
  });
});

test('a document that is cut off keeps its place', () => {
  const text = `{"a":${JSON.stringify('[1,2]')},"b":{"c":[1,`;
  const result = scanJson(text, { isCut: true });
  if (!result.ok) throw result.fault;
  const document = withTextsOpened(result.document);
  const cut = ['a', 'b', 'c'].map((key) => isCutOff(document, nodeOf(document, key)));
  expect([isCutOff(document, 0), ...cut]).toEqual([true, false, true, true]);
});
