import { describe, expect, test } from 'vitest';
import { compareBodies } from '../../src/compare/compare-bodies.ts';
import { compareLines } from '../../src/compare/compare-lines.ts';
import { bodySummary } from '../../src/compare/difference-words.ts';
import { openBody } from '../../src/detail/body/open-body.ts';
import { utf8 } from '../detail/body/bytes.ts';

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
});
