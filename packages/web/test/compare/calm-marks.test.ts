import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodySummary, compareBodies } from '../../src/compare/compare-bodies.ts';
import { compareLines } from '../../src/compare/compare-lines.ts';
import { pairedLines } from '../../src/compare/pair-lines.ts';
import { openBody } from '../../src/detail/body/open-body.ts';
import { utf8 } from '../detail/bodies.ts';

const pairs = (left: string, right: string) =>
  pairedLines(left.split('\n'), right.split('\n')).map((pair) => [pair.left, pair.right]);

describe('lines that replace each other', () => {
  test('are paired if they are the same field', () => {
    expect(pairs('"a": 1,\n"b": 2', '"b": 3,\n"c": 4')).toEqual([
      ['"a": 1,', undefined],
      ['"b": 2', '"b": 3,'],
      [undefined, '"c": 4'],
    ]);
    expect(pairs('<a>1</a>', '<a x="2">3</a>')).toEqual([['<a>1</a>', '<a x="2">3</a>']]);
  });

  test('are paired if half of their words are the same', () => {
    expect(pairs('the quick brown fox', 'the quick red fox')).toEqual([
      ['the quick brown fox', 'the quick red fox'],
    ]);
  });

  test.for([
    ['"paid": true', '"sent": true'],
    ['"a": 1', '<a>1</a>'],
    ['"red",', '"blue",'],
    ['1', '2'],
    ['}', ']'],
    ['the quick brown fox', 'some other words'],
  ])('stay apart if they have nothing in common: %s', ([left = '', right = '']) => {
    expect(pairs(left, right)).toEqual([
      [left, undefined],
      [undefined, right],
    ]);
  });

  test('all stay, in their order', () => {
    const text = fc.array(fc.constantFrom('"a": 1', '"a": 2', '"b": 1', 'x y', 'x z', ''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = pairedLines(left, right);
        expect(found.flatMap((pair) => pair.left ?? [])).toEqual(left);
        expect(found.flatMap((pair) => pair.right ?? [])).toEqual(right);
      }),
    );
  });

  test('that are many are not compared with each other', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, n) => `"${word}${n}": 1`);
    expect(pairedLines(many('a'), many('a'))).toHaveLength(10_000);
  });
});

describe('no change', () => {
  const changes = async (left: string, right: string, isJson: boolean) =>
    (await compareLines(left, right, { isJson })).lines
      .filter(({ change }) => change !== 'same')
      .map(({ left: one, right: other }) => [one?.text, other?.text]);

  test('is the indentation of a line', async () => {
    expect(await changes('a\n  b\nc ', '  a\nb\nc', false)).toEqual([]);
    const { lines } = await compareLines(' a', '   a');
    expect([lines[0]?.left?.text, lines[0]?.right?.text]).toEqual([' a', '   a']);
  });

  test('is the comma behind a line of JSON', async () => {
    expect(await changes('{\n"a": 1\n}', '{\n"a": 1,\n"b": 2\n}', true)).toEqual([
      [undefined, '"b": 2'],
    ]);
    expect(await changes('a', 'a,', false)).toEqual([['a', 'a,']]);
  });
});

describe('the summary of two bodies', () => {
  const summary = async (
    left: string,
    right: string,
    bodySize?: number,
    type = 'application/json',
  ) => {
    const opened = (text: string) =>
      openBody(utf8(text), { headers: [['Content-Type', type]], bodySize: bodySize ?? 0 });
    const found = await compareBodies(await opened(left), await opened(right), {
      ignoresVolatile: false,
    });
    return bodySummary(found, false);
  };

  test('counts differences', async () => {
    expect(await summary('{"a":1}', '{"a":1}')).toBe('no difference');
    expect(await summary('{"a":1}', '{"a":2}')).toBe('1 difference');
    expect(await summary('{"a":1}', '{ "a":1}')).toBe('only white space differs');
  });

  test('does not count what was not loaded', async () => {
    expect(await summary('{"a":1,"b', '{"a":2,"b', 5_000_000)).toBe('at least 1 difference');
    expect(await summary('{"a":1,"b', '{"a":1,"b', 5_000_000)).toBe(
      'no difference at the beginning',
    );
  });
});
