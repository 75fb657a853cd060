import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, valueText } from '../../../src/detail/json/json-document.ts';
import { jsonInText, withTextsOpened } from '../../../src/detail/json/texts-opened.ts';
import { scanned } from '../bodies.ts';

const opened = (value: unknown) => withTextsOpened(scanned(JSON.stringify(value)));

describe('a text that holds JSON', () => {
  test.for(['1', '"a"', '', '[]', '{}', '{a}', '[brackets] first', '{"a":1} more'])(
    'is not %j',
    (text) => {
      expect(opened([text]).size).toBe(2);
      expect(jsonInText(text)).toBeUndefined();
    },
  );
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
