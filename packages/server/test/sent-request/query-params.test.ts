import { decodeQuery } from '@hookwell/core/match';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../core/test/any-character.ts';
import { queryParamsText } from '../../src/sent-request/head.ts';

function shown(query: string): [string, string][] {
  return Object.entries(JSON.parse(queryParamsText(`/wh/token?${query}`)));
}

describe('query parameters of a captured request', () => {
  it.each<[query: string, params: [string, string][]]>([
    ['', []],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a=1&a=2&a=3', [['a', '3']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=v', [['', 'v']]],
    ['&&a=1&&', [['a', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['a%20b=c%2Bd', [['a b', 'c+d']]],
    ['q=%C3%A9%e2%82%ac%F0%9F%98%80', [['q', 'é€😀']]],
    ['a=1?b=2', [['a', '1?b=2']]],
    ['a%26b=1%3D2', [['a&b', '1=2']]],
    [
      '__proto__=1&constructor=2&toString=3',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', '3'],
      ],
    ],
    [
      '2=b&1=a',
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    ['a=%00', [['a', '\0']]],
  ])('%s', (query, params) => {
    expect(shown(query)).toEqual(params);
  });

  it('is an empty object if there is no query', () => {
    expect(queryParamsText('/wh/token')).toBe('{}');
    expect(queryParamsText('/wh/token?')).toBe('{}');
  });

  it.each([
    ['%', '%'],
    ['%4', '%4'],
    ['%zz', '%zz'],
    ['100%', '100%'],
    ['%FF', '%FF'],
    ['%ff%41', '%ffA'],
    ['%C3', '%C3'],
    ['%C3%41', '%C3A'],
    ['%C3%C3%A9', '%C3é'],
    ['%E2%82', '%E2%82'],
    ['%E2%82%E2%82%AC', '%E2%82€'],
    ['%C0%80', '%C0%80'],
    ['%E0%80%80', '%E0%80%80'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['%F4%90%80%80', '%F4%90%80%80'],
    ['%F0%80%80%80', '%F0%80%80%80'],
    ['%F5%80%80%80', '%F5%80%80%80'],
    ['%80', '%80'],
    ['%EF%BB%BFa', '\uFEFFa'],
    ['%u00e9', '%u00e9'],
  ])('keeps what cannot be decoded: %s', (sent, shownText) => {
    expect(decodeQuery(sent)).toBe(shownText);
  });

  it('decodes what URLSearchParams encodes', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        expect(shown(String(new URLSearchParams(pairs))).sort()).toEqual(
          [...new Map(pairs)].sort(),
        );
      }),
    );
  });

  it('decodes the text between parts that cannot be decoded', () => {
    const invalid = fc.constantFrom('%;', '%G1', '%FF', '%fe', '%C0%80', '%ED%A0%80', '%F8');
    const valid = fc.string({ unit: 'grapheme' });
    const pieces = fc.array(
      fc.oneof(
        invalid.map((sent) => ({ sent, text: sent })),
        valid.map((text) => ({ sent: encodeURIComponent(text), text })),
      ),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const sent = list.map((piece) => piece.sent).join('');
        expect(decodeQuery(sent)).toBe(list.map((piece) => piece.text).join(''));
      }),
    );
  });

  it('is valid JSON for any query, and never takes long', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (query) => {
        expect(typeof JSON.parse(queryParamsText(`/wh/t?${query}`))).toBe('object');
      }),
    );
    expect(decodeQuery('%41%FF'.repeat(200_000))).toBe('A%FF'.repeat(200_000));
  });
});
