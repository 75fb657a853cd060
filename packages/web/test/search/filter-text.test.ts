import { parseMatch } from '@hookwell/core/match';
import { expect, test } from 'vitest';
import { matches } from '../../../core/test/match/matches.ts';
import { pastedFilter, readFilter } from '../../src/search/filter-text.ts';

test('a filter without faults is searched for as it is meant', () => {
  for (const [text] of matches) {
    const { match, isRefused } = readFilter(text);
    expect(isRefused).toBe(false);
    const meant = ({ terms }: ReturnType<typeof parseMatch>) =>
      terms.map(({ isNegated, condition }) => ({ isNegated, condition }));
    expect(meant(parseMatch(match))).toEqual(meant(parseMatch(text)));
  }
});

test('the texts that are looked for are told, but no numbers, kinds or what must not be there', () => {
  const text = 'Jürgen -anna json.id=7 json.n>=2995 has:json method:POST body:"a b"';
  expect(readFilter(text).texts).toEqual(['Jürgen', '7', 'a b']);
});

test('words that make no sense are told with their places, and the others are searched for', () => {
  const text = 'status:200 method:POST json.a>';
  const { match, problems } = readFilter(text);
  expect(match).toBe('method:POST');
  expect(problems.map(({ start, end }) => text.slice(start, end))).toEqual(['status', 'json.a>']);
  expect(problems.map(({ isUnfinished }) => isUnfinished)).toEqual([false, true]);
  expect(problems[0]?.message).toContain('answer');
});

test('filters of the former grammar are read, or explained', () => {
  expect(readFilter('method:post has:json -header:curl type:xml').problems).toEqual([]);
  expect(readFilter('has:file').problems).toHaveLength(1);
  const doubled = readFilter('method:post path==/x');
  expect(doubled).toMatchObject({ match: 'method:post path==/x', isRefused: false });
  expect(doubled.problems).toMatchObject([{ start: 12, end: 20, isUnfinished: true }]);
  expect(readFilter('at:12:30').problems[0]?.message).toContain('"at:12:30"');
});

test('an open quote reaches to the end', () => {
  const { match, problems } = readFilter('body:"thank you');
  expect(match).toBe('body:"thank you"');
  expect(problems).toMatchObject([{ isUnfinished: true }]);
});

test('a pasted text is searched for as it stands, unless it is a match', () => {
  for (const match of ['order paid', 'json.a="b c" -curl', '"a phrase"', 'https://a.example/?b=c'])
    expect(pastedFilter(match)).toBe(match);
  const quoted = [
    ['{"id":"evt_777"}', '{"id":"evt_777"}'],
    ['["a b","c"]', '["a b","c"]'],
    ['"id": "a b",\n  "n": 1', '"id":', '"a b",', '"n":', '1'],
    ['Error: no funds', 'Error:', 'no', 'funds'],
    ['type=order&id=5', 'type=order&id=5'],
    ['-12.5', '-12.5'],
    ['a\\"b', 'a\\"b'],
  ];
  for (const [text = '', ...words] of quoted)
    expect(readFilter(pastedFilter(text)).texts, text).toEqual(words);
  const long = pastedFilter('"x": y '.repeat(10_000));
  expect(long.length).toBeLessThanOrEqual(2048);
  expect(readFilter(long).problems).toEqual([]);
});
