import { describe, expect, test } from 'vitest';
import { describeMatch, type Match, matches, present } from '../../src/index.ts';
import { captured } from './captured.ts';

const invoice = captured({
  signature: { scheme: 'stripe', verdict: 'stale' },
  method: 'POST',
  path: '/hooks/Stripe',
  headers: { 'content-type': 'application/json', 'user-agent': 'shop/2.1', empty: '' },
  queryParams: { attempt: '1', tag: '' },
  body: `{
    "type": "invoice.paid",
    "livemode": false,
    "note": null,
    "amount": 4200,
    "rate": 1.50,
    "big": 820982911946154508,
    "text": "42",
    "twice": 1, "twice": 2,
    "a.b": { "[c]": "dots" },
    "data": { "object": { "id": "in_1", "lines": [{ "id": 1 }, { "id": 2, "tags": ["x", "y"] }] } }
  }`,
});

/** An object with a member of this name, even if every object inherits one. */
function own<Value>(name: string, value: Value): Record<string, Value> {
  return Object.fromEntries([[name, value]]);
}

const holding: [string, Match][] = [
  ['nothing asked', {}],
  ['the verdict on its signature', { signature: 'stale' }],
  ['what is undefined', { method: undefined, path: undefined, json: undefined, body: undefined }],
  ['a method in any case', { method: 'post' }],
  ['a path', { path: '/hooks/Stripe' }],
  ['a path by a pattern', { path: /^\/hooks\/\w+$/ }],
  ['a header in any case', { header: { 'User-Agent': 'shop/2.1' } }],
  ['a header by a pattern', { header: { 'content-type': /json/ } }],
  ['a header that is there', { header: { 'user-agent': true, empty: present } }],
  ['a query parameter', { query: { attempt: '1' } }],
  ['a query parameter that is there', { query: { tag: true } }],
  ['a text in the body', { body: '"invoice.paid"' }],
  ['several texts in the body', { body: ['invoice', /"amount":\s*4200/] }],
  ['a pattern across lines', { body: /type.*tags/s }],
  ['JSON: a string', { json: { type: 'invoice.paid' } }],
  ['JSON: a deep value', { json: { 'data.object.id': 'in_1' } }],
  ['JSON: an item', { json: { 'data.object.lines[1].id': 2, 'data.object.lines.0.id': 1 } }],
  ['JSON: an item of an item', { json: { 'data.object.lines[1].tags[0]': 'x' } }],
  ['JSON: a name with dots', { json: { '["a.b"]["[c]"]': 'dots' } }],
  ['JSON: a number', { json: { amount: 4200 } }],
  ['JSON: a number as text', { json: { amount: '4200', rate: '1.5' } }],
  ['JSON: a number as it was sent', { json: { rate: '1.50' } }],
  ['JSON: every digit as text', { json: { big: '820982911946154508' } }],
  ['JSON: every digit', { json: { big: 820982911946154508n, amount: 4200n } }],
  ['JSON: the last of two', { json: { twice: 2 } }],
  ['JSON: true, false and null', { json: { livemode: false, note: null } }],
  ['JSON: the same as text', { json: { livemode: 'false', note: 'null' } }],
  ['JSON: a pattern in a string', { json: { type: /^invoice\./ } }],
  ['JSON: a pattern in digits', { json: { big: /508$/ } }],
  ['JSON: a pattern in an object', { json: { data: /"in_1"/ } }],
  ['JSON: a function', { json: { amount: (value) => value === 4200 } }],
  ['JSON: a function of what is not there', { json: { nobody: (value) => value === undefined } }],
  ['JSON: a function that takes its time', { json: { amount: async (value) => value === 4200 } }],
  ['JSON: whatever is there', { json: { note: present, 'data.object': present } }],
  ['a function', ({ body }) => body.includes('invoice')],
  ['a function that takes its time', async ({ id }) => id === 7],
];

const failing: [string, Match][] = [
  ['another method', { method: 'PUT' }],
  ['another path', { path: '/hooks' }],
  ['a path in another case', { path: '/hooks/stripe' }],
  ['no path', { path: '' }],
  ['another header', { header: { 'user-agent': 'shop' } }],
  ['a header that is not there', { header: { accept: true } }],
  ['a header by another pattern', { header: { 'user-agent': /^2/ } }],
  ['what every object has', { header: own('constructor', true) }],
  ['a query parameter that every object has', { query: own('toString', true) }],
  ['another query parameter', { query: { attempt: '2' } }],
  ['a query parameter that is not there', { query: { other: present } }],
  ['a text that is not in the body', { body: 'invoice.void' }],
  ['one of several that is not in the body', { body: ['invoice', 'void'] }],
  ['JSON: another string', { json: { type: 'invoice' } }],
  ['JSON: nothing there', { json: { 'data.object.nobody': present } }],
  ['JSON: beyond a string', { json: { 'type.length': present } }],
  ['JSON: beyond null', { json: { 'note.anything': present } }],
  ['JSON: the length of an array', { json: { 'data.object.lines.length': present } }],
  ['JSON: beyond the end', { json: { 'data.object.lines[2]': present } }],
  ['JSON: what every object has', { json: own('constructor', present) }],
  ['JSON: a string for a number', { json: { text: 42 } }],
  ['JSON: a string for a bigint', { json: { text: 42n } }],
  ['JSON: rounded digits', { json: { big: '820982911946154500' } }],
  ['JSON: other digits', { json: { big: 820982911946154509n } }],
  ['JSON: a fraction for a bigint', { json: { rate: 1n } }],
  ['JSON: false for null', { json: { note: false } }],
  ['JSON: an object for its text', { json: { data: '[object Object]' } }],
  ['JSON: a function', { json: { amount: () => false } }],
  ['JSON: a function that takes its time', { json: { amount: async () => false } }],
  ['another verdict on the signature', { signature: 'missing' }],
  ['one of several criteria', { method: 'POST', json: { type: 'invoice.void' } }],
  ['a function', () => false],
  ['a function that takes its time', async () => false],
];

describe('a match', () => {
  test.each(holding)('holds: %s', async (_, match) => {
    expect(await matches(match, invoice)).toBe(true);
  });

  test.each(failing)('does not hold: %s', async (_, match) => {
    expect(await matches(match, invoice)).toBe(false);
  });

  test('of JSON holds for no other body', async () => {
    for (const body of ['', 'type=invoice.paid', '{"type":"invoice.paid"', '"invoice.paid"']) {
      expect(await matches({ json: { type: 'invoice.paid' } }, captured({ body }))).toBe(false);
    }
  });

  test('of JSON takes an array at the top, with any content type', async () => {
    const request = captured({ body: '[{"event":"open"},{"event":"click"}]' });
    expect(await matches({ json: { '[1].event': 'click' } }, request)).toBe(true);
    expect(await matches({ json: { '[0].event': 'click' } }, request)).toBe(false);
  });

  test('of an empty path holds if nothing follows the token', async () => {
    expect(await matches({ path: '' }, captured())).toBe(true);
    expect(await matches({ path: '' }, captured({ path: '/' }))).toBe(false);
  });

  test('by a pattern with a memory holds each time', async () => {
    const path = /hooks/g;
    for (let time = 0; time < 3; time++) expect(await matches({ path }, invoice)).toBe(true);
  });

  test('takes the names that objects have for names', async () => {
    const request = captured({
      headers: JSON.parse('{"__proto__":"a"}') as Record<string, string>,
      queryParams: JSON.parse('{"__proto__":"b"}') as Record<string, string>,
      body: '{"__proto__":{"constructor":"c"}}',
    });
    expect(
      await matches({ header: own('__proto__', 'a'), query: own('__proto__', 'b') }, request),
    ).toBe(true);
    expect(await matches({ header: own('__proto__', 'b') }, request)).toBe(false);
    expect(await matches({ json: { '__proto__.constructor': 'c' } }, request)).toBe(true);
  });

  test('gets through deep and large bodies', async () => {
    const depth = 100_000;
    const deep = `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},"number":12345678901234567890}`;
    expect(
      await matches({ json: { number: '12345678901234567890' } }, captured({ body: deep })),
    ).toBe(true);
    const large = `{"text":"${'\\"x'.repeat(800_000)}","number":12345678901234567890}`;
    const match = { json: { number: 12345678901234567890n }, body: /number":\d+}$/ };
    expect(await matches(match, captured({ body: large }))).toBe(true);
  });

  test('passes on the errors of its functions', async () => {
    const mistake = new Error('a mistake');
    const fail = () => {
      throw mistake;
    };
    await expect(matches(fail, invoice)).rejects.toBe(mistake);
    await expect(matches({ json: { type: fail } }, invoice)).rejects.toBe(mistake);
    await expect(matches(() => Promise.reject(mistake), invoice)).rejects.toBe(mistake);
  });
});

describe('an invalid match', () => {
  test.each<[string, unknown, string]>([
    ['an unknown criterion', { headers: {} }, 'A match has no "headers": its criteria are method,'],
    [
      'no verdict',
      { signature: 'right' },
      '"right" is no verdict on a signature: these are valid,',
    ],
    ['a number', 7, 'A match is a text, an object of criteria, or a function'],
    ['nothing', null, 'A match is a text, an object of criteria, or a function'],
    ['an empty path', { json: { '': 1 } }, '"" is no path in JSON'],
    ['a path with an open bracket', { json: { 'a[0': 1 } }, '"a[0" is no path in JSON'],
    ['a path with an empty step', { json: { 'a..b': 1 } }, '"a..b" is no path in JSON'],
    ['a path that ends in a dot', { json: { 'a.': 1 } }, '"a." is no path in JSON'],
    ['a path without a dot', { json: { 'a[0]b': 1 } }, '"a[0]b" is no path in JSON'],
  ])('is refused: %s', async (_, match, sentence) => {
    // JavaScript has no compiler that would say so.
    const given = match as Match;
    await expect(matches(given, invoice)).rejects.toThrow(TypeError);
    await expect(matches(given, invoice)).rejects.toThrow(sentence);
    expect(() => describeMatch(given)).toThrow(sentence);
  });
});

describe('a match in words', () => {
  function isPaid() {
    return true;
  }

  test.each<[Match, string]>([
    [{}, 'any request'],
    [{ method: 'post', path: '/x' }, 'method POST, path /x'],
    [{ path: '' }, 'no path after the token'],
    [{ path: /^\/x/i }, 'path like /^\\/x/i'],
    [{ header: { 'User-Agent': true, accept: 'a' } }, 'header user-agent, header accept "a"'],
    [{ query: { a: /b/ } }, 'query parameter a like /b/'],
    [
      { json: { type: 'invoice.paid', n: 1, big: 5n } },
      'json type "invoice.paid", json n 1, json big 5',
    ],
    [{ json: { a: null, b: present, c: /x/ } }, 'json a null, json b, json c like /x/'],
    [{ json: { a: isPaid } }, 'json a for which isPaid() holds'],
    [{ body: ['a', /b/] }, 'body with "a" in it, body like /b/'],
    [isPaid, 'isPaid()'],
    [() => true, 'the given function'],
  ])('%#: %o', (match, words) => {
    expect(describeMatch(match)).toBe(words);
  });

  test('escapes characters that a terminal would obey', () => {
    const words = describeMatch({ path: '/\u001b[2J', header: { 'a\r\nb': '\u009b31m\u202e' } });
    expect(words).toBe('path /\\u001b[2J, header a\\u000d\\u000ab "\\u009b31m\\u202e"');
  });
});
