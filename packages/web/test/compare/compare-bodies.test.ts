import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBodies, firstDifference, normalJson } from '../../src/compare/compare-bodies.ts';
import { openBody } from '../../src/detail/body/open-body.ts';
import { scanned, utf8 } from '../detail/bodies.ts';

describe('JSON without order and volatile fields', () => {
  test('has its names in one order and every digit', () => {
    const text =
      '{"b":820982911946154508,"id":7,"a":[{"created_at":"x","z":1.0},"2026-03-01T12:00:00Z"],"when":"2026-03-01T12:00:00Z"}';
    expect(normalJson(scanned(text))).toBe(`{
  "a": [
    {
      "z": 1.0
    },
    "2026-03-01T12:00:00Z"
  ],
  "b": 820982911946154508
}`);
    expect(normalJson(scanned('{"id":1}'))).toBe('{}');
  });

  test('is the same for every order of names', () => {
    const fields = fc.uniqueArray(fc.tuple(fc.string(), fc.integer()), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(
        fields.chain((pairs) =>
          fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
        ),
        ([one, other]) => {
          const text = (pairs: [string, number][]) =>
            `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
          expect(normalJson(scanned(text(one)))).toBe(normalJson(scanned(text(other))));
        },
      ),
    );
  });

  test('nests 100,000 deep', () => {
    expect(normalJson(scanned('['.repeat(100_000) + ']'.repeat(100_000))).length).toBeGreaterThan(
      200_000,
    );
  });
});

describe('two bodies', () => {
  const opened = (
    body: Uint8Array<ArrayBuffer>,
    type = 'application/json',
    bodySize = body.length,
  ) => openBody(body, { headers: [['Content-Type', type]], bodySize });
  const compare = async (left: string, right: string, ignoresVolatile = false) =>
    await compareBodies(await opened(utf8(left)), await opened(utf8(right)), { ignoresVolatile });

  test('are compared as indented text, or without order and volatile fields', async () => {
    const changes = (found: Awaited<ReturnType<typeof compare>>) =>
      found.kind === 'lines'
        ? found.compared.lines.filter(({ change }) => change !== 'same').length
        : found.kind;
    expect(changes(await compare('{"a":1,"id":1}', '{"a":2,"id":2}'))).toBe(2);
    expect(changes(await compare('{"a":1,"id":1}', '{ "id":2,"a":1 }', true))).toBe(0);
    expect(await compare('{}', '{}')).toEqual({ kind: 'same', isCut: false });
    expect(changes(await compare('', '{"a":1}'))).toBe(3);
  });

  test('that are not text are compared by their bytes', async () => {
    const left = await opened(Uint8Array.of(0, 1, 2, 255), 'application/octet-stream');
    const right = await opened(Uint8Array.of(0, 1, 3, 255), 'application/octet-stream');
    const found = await compareBodies(left, right, { ignoresVolatile: false });
    expect(found).toEqual({ kind: 'bytes', offset: 2, isCut: false });
    expect(firstDifference(utf8('ab'), utf8('abc'))).toBe(2);
    expect(firstDifference(utf8('ab'), utf8('ab'))).toBeUndefined();
  });

  test('tell whether they are cut', async () => {
    const cut = await opened(utf8('{"a":1,"b'), 'application/json', 5_000_000);
    expect(await compareBodies(cut, cut, { ignoresVolatile: false })).toEqual({
      kind: 'same',
      isCut: true,
    });
  });
});
