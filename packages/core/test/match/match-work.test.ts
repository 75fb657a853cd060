import { expect, test } from 'vitest';
import { BodyMatcher, holdsWithBody, parseMatch, RequestHead } from '../../src/match/index.ts';
import { now, requestWith } from './matchable.ts';

test('what is derived from a request is derived once', () => {
  const query = 'a=%C3%A9&'.repeat(3000);
  const stepsOf = (written: string) => {
    const head = new RequestHead(requestWith({ query }));
    holdsWithBody(parseMatch(written), head, '', now);
    return head.work.steps;
  };
  const times = (count: number, term: string) => Array(count).fill(term).join(' ');
  for (const term of ['-query.b:x', 'query:é', '-query.b=1']) {
    expect(stepsOf(times(60, term))).toBeLessThan(3 * stepsOf(term) + 60 * query.length * 2);
  }
  // Values of another name are not looked at.
  expect(stepsOf(times(60, '-query.b:x'))).toBeLessThan(stepsOf('-query.b:x') + 60 * 100);
});

test('a match begins in steps, and goes on wherever it is asked', () => {
  const request = requestWith({ query: 'a=1', bodySize: 3 });
  const written = 'query.a=1 method:POST body:abc';
  for (const steps of [0, 1, 2, 9]) {
    const matcher = new BodyMatcher(parseMatch(written), request, now);
    const beginning = matcher.begin();
    for (let step = 0; step < steps; step++) beginning.next();
    matcher.push('abc');
    expect([...beginning]).toEqual([]);
    expect(matcher.end()).toBe(true);
  }
});
