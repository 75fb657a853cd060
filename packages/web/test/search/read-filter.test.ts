import { parseMatch } from '@hookwell/match';
import { expect, onTestFinished, test, vi } from 'vitest';
import { matches } from '../../../match/test/matches.ts';
import { pastedFilter } from '../../src/search/pasted-text.ts';
import { readFilter } from '../../src/search/read-filter.ts';
import { statusWords } from '../../src/search/search-status.tsx';
import { nothingYet } from '../../src/search/shown-requests.ts';
import { withoutWord, withTimes, wordsOfTimes } from '../../src/search/time-ranges.ts';
import { timeWords } from '../../src/search/time-words.ts';

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

test('ranges of time are words that can be replaced and removed', () => {
  const text = 'a received>15m -received>2h received<1d b';
  const { times } = readFilter(text);
  expect(times.map(timeWords)).toEqual(['Last 15 minutes', 'Older than 1 day']);
  expect(withTimes(text, times, ['received>1h'])).toBe('a -received>2h b received>1h');
  const [first] = times;
  expect(first && withoutWord(text, first)).toBe('a -received>2h received<1d b');
  expect(withTimes('', [], ['received>1h'])).toBe('received>1h');
  expect(readFilter('received>1h').times.map(timeWords)).toEqual(['Last hour']);
  expect(readFilter('received>=nonsense').times).toEqual([]);
});

test('chosen times are those of the reader, in their time zone, to the second', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  const chosen = { since: '2026-07-01T14:05:09', until: '2026-11-22T00:00' };
  const { times, problems } = readFilter(wordsOfTimes(chosen).join(' '));
  expect(problems).toEqual([]);
  const values = times.map(({ value }) => Date.parse(value));
  // The service gets the same moment as from a typed time, which has no zone.
  const typed = `received>=${chosen.since} received<${chosen.until.slice(0, 10)}`;
  const [from, to] = values.map((value) => new Date(value).toISOString());
  expect(readFilter(typed).match).toBe(`received>=${from} received<${to}`);
  expect(readFilter(typed).times.map(timeWords)).toEqual(times.map(timeWords));
  expect(values).toEqual(Object.values(chosen).map((local) => new Date(local).getTime()));
  const [since = '', until = ''] = times.map(timeWords);
  expect(since).toMatch(/^Since .*2026.*:05:09/);
  expect(until).toMatch(/^Before .*2026.* (GMT\S*|[A-Z]{2,5})$/);
  expect(until).not.toMatch(/:00:00/);
  expect(wordsOfTimes({ ...chosen, since: '' })).toHaveLength(1);
});

test('the state of a search in words', () => {
  const shown = { ...nothingYet, isLoaded: true };
  expect(statusWords(nothingYet)).toBe('Searching');
  const lookedBackTo = `${new Date().getFullYear()}-11-03T14:05:00`;
  expect(statusWords({ ...shown, lookedBackTo })).toMatch(
    /^0 found so far, searched back to .*3.*\d{2}:05/,
  );
  expect(statusWords({ ...shown, lookedBackTo: '2001-11-03T14:05:00' })).toContain('2001');
  expect(statusWords({ ...shown, isComplete: true })).toBe('');
  for (const match of ['header.X-Trace=1', 'has:header.x-trace'])
    expect(statusWords({ ...shown, isComplete: true }, match)).toMatch(/only where the settings/);
  for (const match of ['-has:header.x-trace', 'header.trace:x-', 'x-trace'])
    expect(statusWords({ ...shown, isComplete: true }, match)).toBe('');
  expect(statusWords({ ...shown, isComplete: true, hasNewer: true })).toBe(
    '0 found from here back',
  );
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
