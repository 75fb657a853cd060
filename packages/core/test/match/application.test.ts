import { describe, expect, test } from 'vitest';
import {
  BodyMatcher,
  type EventInBody,
  holds,
  holdsWithBody,
  type MatchableRequest,
  matchFields,
  matchPlan,
  parseMatch,
} from '../../src/match/index.ts';
import { now, requestWith } from './matchable.ts';

function verdict(match: string, more: Partial<MatchableRequest> = {}): boolean | undefined {
  return holds(parseMatch(match), requestWith(more), now);
}

test('every example of the fields is a match', () => {
  for (const { examples } of matchFields) {
    for (const example of examples) expect(() => parseMatch(example), example).not.toThrow();
  }
});

describe('before the body', () => {
  test('one false term decides, whatever the body says', () => {
    expect(verdict('body:x method:GET', { bodySize: 9 })).toBe(false);
    expect(verdict('body:x method:POST', { bodySize: 9 })).toBeUndefined();
    expect(verdict('-body:x -method:POST', { bodySize: 9 })).toBe(false);
    expect(verdict('orders method:POST', { bodySize: 9 })).toBe(true);
    expect(verdict('-orders', { bodySize: 9 })).toBe(false);
    expect(verdict('-other', { bodySize: 9 })).toBeUndefined();
  });

  test('an empty body leaves nothing open', () => {
    expect(verdict('body:x')).toBe(false);
    expect(verdict('-json.a=1 -has:json body=')).toBe(true);
    expect(verdict('-has:text -has:binary has:empty')).toBe(true);
  });

  test('times count from now', () => {
    const more = { receivedAt: now - 15 * 60_000 };
    expect(verdict('received>15m', more)).toBe(false);
    expect(verdict('received>=15m', more)).toBe(true);
    expect(verdict('received<14m', more)).toBe(true);
    expect(verdict('received:2026-11-22T11:45', more)).toBe(true);
    expect(verdict('received=2026-11-22T12:45:00+01:00', more)).toBe(true);
    expect(verdict('received=2026-11-22', more)).toBe(false);
    expect(verdict('received>2026-11-22 received<2026-11-23', more)).toBe(true);
  });

  test('fields of sections 8 and 9', () => {
    const more = { signature: 'valid', answer: '429', attempt: 3, delivery: 'd1', event: 'Push' };
    expect(verdict('signature=valid answer=429 attempt=3 delivery=d1 event:push', more)).toBe(true);
    expect(verdict('answer>=400 answer<500 attempt>1', more)).toBe(true);
    expect(verdict('event=push', more)).toBe(false);
    expect(verdict('answer:timeout', { answer: 'timeout 10s' })).toBe(true);
    expect(verdict('answer>0', { answer: 'timeout 10s' })).toBe(false);
    expect(verdict('-has:signature -has:event -has:answer -attempt=1')).toBe(true);
    expect(verdict('has:id id=12 id>11 id<13')).toBe(true);
    expect(verdict('has:id', { id: undefined })).toBe(false);
  });

  test('a word is in the address and in names of headers, but crosses no border', () => {
    const more = { headers: [['Via', '1.1 proxy']] as const, query: 'q=J%C3%BC+x' };
    expect(verdict('113.7', more)).toBe(true);
    expect(verdict('VIA', more)).toBe(true);
    expect(verdict('"via: 1.1"', more)).toBe(false);
    expect(verdict('header:"via: 1.1"', more)).toBe(true);
    expect(verdict('"jü x"', more)).toBe(true);
    expect(verdict('%c3%bc+', more)).toBe(true);
  });

  test('of values that are no numbers none is compared', () => {
    const more = {
      headers: [
        ['Retry-After', 'soon'],
        ['Retry-After', '1e3'],
      ] as const,
    };
    expect(verdict('header.retry-after>999', more)).toBe(true);
    expect(verdict('header.retry-after<999', more)).toBe(false);
  });
});

describe('the event in the body', () => {
  const event: EventInBody = {
    mostCharacters: 20,
    eventOf: (start, isWhole) => (isWhole ? /^event (.*)/.exec(start)?.[1] : 'cut'),
  };
  const finds = (match: string, body: string) =>
    holdsWithBody(parseMatch(match), requestWith({ event, bodySize: body.length }), body, now);

  test('is derived where a term asks for it', () => {
    expect(finds('event=a.b', 'event a.b')).toBe(true);
    expect(finds('event=a.b body:EVENT event:B', 'event a.b')).toBe(true);
    expect(finds('event:C', 'event c')).toBe(true);
    expect(finds('has:event', 'other')).toBe(false);
    expect(finds('-has:event', '')).toBe(true);
  });

  test('is derived from the beginning of a long body, however it comes', () => {
    const body = 'event of a body that goes on';
    expect(finds('event=cut', body)).toBe(true);
    const request = requestWith({ event, bodySize: body.length });
    const matcher = new BodyMatcher(parseMatch('event=cut'), request, now);
    for (const character of body.slice(0, 20)) matcher.push(character);
    expect(matcher.verdict).toBeUndefined();
    matcher.push(body.slice(20));
    expect(matcher.verdict).toBe(true);
  });

  test('is asked for only then', () => {
    expect(holds(parseMatch('method:POST'), requestWith({ event, bodySize: 5 }), now)).toBe(true);
  });
});

describe('a body in chunks', () => {
  const matcherOf = (match: string, more: Partial<MatchableRequest> = {}) =>
    new BodyMatcher(parseMatch(match), requestWith({ bodySize: 1_000_000, ...more }), now);
  const filler = ' '.repeat(10_000);

  test('a reader may stop as soon as the verdict stands', () => {
    const found = matcherOf('body:needle');
    found.push(`${filler}nee`);
    expect(found.verdict).toBeUndefined();
    found.push(`dle${filler}`);
    expect(found.verdict).toBe(true);

    const refused = matcherOf('-needle');
    refused.push(`needle${filler}`);
    expect(refused.verdict).toBe(false);

    const broken = matcherOf('has:json');
    broken.push('{"a":1}}');
    expect(broken.verdict).toBe(false);

    const different = matcherOf('body=abc');
    different.push('abd');
    expect(different.verdict).toBe(false);

    const binary = matcherOf('has:text');
    binary.push('a\0');
    expect(binary.verdict).toBe(false);

    const xml = matcherOf('has:xml');
    xml.push('<?x');
    expect(xml.verdict).toBeUndefined();
    xml.push('ml');
    expect(xml.verdict).toBe(true);
  });

  test('a value in JSON is certain at the end alone', () => {
    const matcher = matcherOf('json.a=1');
    matcher.push('{"a":1');
    expect(matcher.verdict).toBeUndefined();
    matcher.push(',"a":2}');
    expect(matcher.end()).toBe(false);
  });
});

describe('the plan', () => {
  const plan = (match: string) => matchPlan(parseMatch(match, { isStored: true }), now);

  test('says what a match needs', () => {
    expect(plan('method:POST id>1 has:body').needs).toEqual({
      headers: false,
      xHeaders: false,
      query: false,
      body: false,
      json: false,
      event: false,
    });
    expect(plan('word').needs).toMatchObject({
      headers: true,
      query: true,
      body: true,
      json: false,
    });
    expect(plan('-json.a=1').needs).toMatchObject({ body: true, json: true });
    expect(plan('has:image query.a=1').needs).toMatchObject({ body: false, query: true });
    expect(plan('-has:event').needs).toMatchObject({ body: false, event: true });
    for (const match of ['header.X-Key=1', 'has:header.x-key', 'header:a', '-word'])
      expect(plan(match).needs, match).toMatchObject({ xHeaders: true });
    expect(plan('header.xkey=1 query.x-key=1 path:x- event=x-').needs).toMatchObject({
      xHeaders: false,
    });
  });

  test('has methods that are alternatives', () => {
    expect(plan('method:Get method=PUT -method:x has:method').methods).toEqual([
      { test: 'contains', folded: 'get' },
      { test: 'equals', folded: 'put' },
    ]);
  });

  test.each([
    ['id>5 id<=9', { least: 6, most: 9 }],
    ['-id>5', { most: 5 }],
    ['id>=5.5', { least: 6 }],
    ['id<5.5', { most: 5 }],
    ['id=7', { least: 7, most: 7 }],
    ['id=7.5', { least: 8, most: 7 }],
    ['id=x', { least: 1, most: 0 }],
    ['id<1e999', {}],
    ['id>1e999', { least: 1, most: 0 }],
    ['id:7 -id=7', {}],
  ])('range of %s', (match, range) => {
    expect(plan(match).id).toEqual(range);
  });

  test('has ranges of size and time', () => {
    expect(plan('has:json size<10').size).toEqual({ least: 1, most: 9 });
    expect(plan('-has:body').size).toEqual({ most: 0 });
    expect(plan('received>15m received<=2027-01-01').receivedAt).toEqual({
      least: now - 900_000 + 1,
      most: Date.parse('2027-01-01'),
    });
  });

  test('has the texts that must be in a body', () => {
    const needles = (match: string) =>
      plan(match).needles.map(({ folded, place, mayBeEscaped }) => [folded, place, mayBeEscaped]);
    expect(needles('-word -body:x size>1')).toEqual([]);
    expect(needles('Jürgen')).toEqual([['rgen', 'anywhere', false]]);
    expect(needles('body=ÄB')).toEqual([['b', 'body', false]]);
    expect(needles('body:ä')).toEqual([]);
    expect(needles('json.items[0].Price>1')).toEqual([
      ['items', 'body', true],
      ['price', 'body', true],
    ]);
    expect(needles('json.a=1.5 json.b:1.5 has:json.c')).toEqual([
      ['a', 'body', true],
      ['b', 'body', true],
      ['1.5', 'body', true],
      ['c', 'body', true],
    ]);
    expect(needles('json.url="https://a.example/path"').at(-1)).toEqual([
      'a.example',
      'body',
      true,
    ]);
  });
});
