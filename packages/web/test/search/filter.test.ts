import { describe, expect, test } from 'vitest';
import { matchesBody, matchesSummary, parseFilter } from '../../src/search/filter.ts';
import { quoted, wordsIn } from '../../src/search/filter-words.ts';
import { summaryOf } from '../log/summary.ts';

const order = summaryOf({
  method: 'POST',
  path: '/shop/Orders 2',
  headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Stripe/1.0' },
  queryParams: { attempt: '2', note: 'two words' },
  ipAddress: '203.0.113.9',
  contentType: 'application/json; charset=utf-8',
  bodySize: 14,
});

const isFound = (filter: string, request = order) => matchesSummary(parseFilter(filter), request);

describe('a filter finds by', () => {
  test.each([
    ['', true],
    ['   ', true],
    ['stripe', true],
    ['post', true],
    ['orders', true],
    ['attempt=2', true],
    ['203.0', true],
    ['charset=utf-8', true],
    ['paypal', false],
    ['stripe orders', true],
    ['stripe paypal', false],
    ['"orders 2"', true],
    ['"2 orders"', false],
    ['-paypal', true],
    ['-stripe', false],
    ['method:post', true],
    ['METHOD:Post', true],
    ['method:po', false],
    ['method:get', false],
    ['method:get method:post', true],
    ['-method:get', true],
    ['-method:post', false],
    ['method:post -method:post', false],
    ['path:orders', true],
    ['path:stripe', false],
    ['path:"orders 2"', true],
    ['query:attempt', true],
    ['query:attempt=2', true],
    ['query:note="two words"', true],
    ['query:attempt=3', false],
    ['ip:203.0.113.', true],
    ['ip:10.', false],
    ['type:json', true],
    ['type:xml', false],
    ['header:user-agent', true],
    ['header:User-Agent=stripe', true],
    ['header:user-agent:stripe', true],
    ['header:user-agent=paypal', false],
    ['header:user', false],
    ['header:toString', false],
    ['-header:authorization', true],
    ['has:json', true],
    ['has:xml', false],
    ['has:body', true],
    ['has:query', true],
    ['has:path', true],
    ['-has:image', true],
    ['12:30', false],
    ['http://x', false],
  ])('%s: %s', (filter, expected) => {
    expect(isFound(filter)).toBe(expected);
  });

  test('has: needs a body of the kind, in any case of letters', () => {
    expect(isFound('has:json', summaryOf({ contentType: 'application/json' }))).toBe(false);
    const patch = summaryOf({ contentType: ' Application/JSON-Patch+JSON', bodySize: 3 });
    expect(isFound('has:json', patch)).toBe(true);
    const sheet = { contentType: 'application/x-www-form-urlencoded', bodySize: 3 };
    expect(isFound('has:form', summaryOf(sheet))).toBe(true);
    expect(isFound('has:body', summaryOf())).toBe(false);
  });

  test('the text of a body', () => {
    const finds = (filter: string) => matchesBody(parseFilter(filter), '{"state":"Paid in full"}');
    expect(finds('body:paid')).toBe(true);
    expect(finds('body:"paid in"')).toBe(true);
    expect(finds('body:unpaid')).toBe(false);
    expect(finds('-body:unpaid body:full')).toBe(true);
    expect(finds('-body:paid')).toBe(false);
    expect(finds('stripe')).toBe(true);
    // A summary cannot tell this.
    expect(isFound('body:paid')).toBe(true);
    expect(isFound('body:paid method:get')).toBe(false);
  });
});

describe('while it is typed', () => {
  test.each(['method:', 'header:', 'body:', '-method:', 'has:', '-', '"', 'path:"'])(
    '%s asks for nothing yet',
    (filter) => {
      const { terms, problems } = parseFilter(filter);
      expect(problems).toEqual([]);
      if (filter !== '-') expect(terms).toEqual([]);
    },
  );

  test('an unknown trait is told, and does not count', () => {
    const { terms, problems } = parseFilter('has:yaml stripe');
    expect(problems).toEqual([expect.stringContaining('has:yaml is none of body, json')]);
    expect(terms).toHaveLength(1);
  });

  test('a quote that is not closed ends with the text', () => {
    expect(isFound('path:"orders 2')).toBe(true);
  });
});

describe('the words of a filter', () => {
  test('know their place', () => {
    const text = 'a  -header:"x y" b';
    expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'a',
      '-header:"x y"',
      'b',
    ]);
    expect(wordsIn(text)[1]).toMatchObject({ isNegated: true, key: 'header', value: 'x y' });
  });

  test('are quoted if they need it', () => {
    expect(quoted('/orders')).toBe('/orders');
    expect(quoted('a b')).toBe('"a b"');
    expect(quoted('a"b c')).toBe('"a\\"b c"');
  });

  test.each(['a b', '"', 'a"b', '\\', 'a\\ b', '"a" \\"b"', '\\"'])(
    '%s comes back from its quotes',
    (value) => {
      expect(wordsIn(`body:${quoted(value)} more`)).toMatchObject([
        { key: 'body', value },
        { value: 'more' },
      ]);
    },
  );

  test('may have quotes in quotes, and be half typed', () => {
    expect(wordsIn(String.raw`body:"name\":\"first"`)[0]?.value).toBe('name":"first');
    expect(wordsIn('body:"a\\')[0]?.value).toBe('a');
    expect(wordsIn('"')[0]?.value).toBe('');
    expect(wordsIn(String.raw`C:\dir`)[0]?.value).toBe('\\dir');
  });
});
