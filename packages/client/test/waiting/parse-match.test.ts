import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches, parseMatch, present } from '../../src/index.ts';
import { captured } from './captured.ts';

describe('a match in text form', () => {
  test.each([
    ['', {}],
    ['  \n', {}],
    ['method:POST', { method: 'POST' }],
    ['path:/x', { path: '/x' }],
    ['header:X-Y=z', { header: { 'x-y': 'z' } }],
    ['header:accept', { header: { accept: true } }],
    ['query:a=b', { query: { a: 'b' } }],
    ['query:a=b=c', { query: { a: 'b=c' } }],
    ['query:a=', { query: { a: '' } }],
    ['query:a', { query: { a: true } }],
    ['json:type=invoice.paid', { json: { type: 'invoice.paid' } }],
    ['json:data.id', { json: { 'data.id': present } }],
    ['json:items[0].id=7', { json: { 'items[0].id': '7' } }],
    ['body:text', { body: ['text'] }],
    ['body:a:b=c', { body: ['a:b=c'] }],
    ['body:a body:b', { body: ['a', 'b'] }],
    ['method:POST  json:a=1\tjson:b=2', { method: 'POST', json: { a: '1', b: '2' } }],
    ['body:"thank you"', { body: ['thank you'] }],
    ["'body:thank you' method:PUT", { body: ['thank you'], method: 'PUT' }],
    ['body:"a \\"b\\" \'c\'"', { body: ['a "b" \'c\''] }],
    ["body:it\\'s", { body: ["it's"] }],
    ['body:C:\\temp\\\\x', { body: ['C:\\temp\\x'] }],
    ['json:\'["a.b"]\'=1', { json: { '["a.b"]': '1' } }],
    ['json:[a.b]=1', { json: { '[a.b]': '1' } }],
    ['query:__proto__=1', { query: Object.fromEntries([['__proto__', '1']]) }],
  ])('%s', (text, match) => {
    expect(parseMatch(text)).toStrictEqual(match);
  });

  test.each([
    ['POST', '"POST" is no term of a match: use method:POST, path:/orders,'],
    ['method:', '"method:" is no term of a match'],
    ['headers:a', '"headers:a" is no term of a match'],
    ['""', '"" is no term of a match'],
    ['header:=a', 'A name is missing after "header:"'],
    ['json:=a', '"" is no path in JSON'],
    ['json:a..b', '"a..b" is no path in JSON'],
    ['method:GET method:PUT', 'There is more than one method'],
    ['header:a=1 header:A=2', 'There is more than one header:a'],
    ['body:"a b', 'A quote (") is not closed in: body:"a b'],
  ])('is refused: %s', (text, sentence) => {
    expect(() => parseMatch(text)).toThrow(TypeError);
    expect(() => parseMatch(text)).toThrow(sentence);
  });

  test('means by a value the text of numbers, true, false and null as well', async () => {
    const request = captured({ body: '{"n":820982911946154508,"t":true,"z":null,"s":"1"}' });
    const match = parseMatch('json:n=820982911946154508 json:t=true json:z=null json:s=1');
    expect(await matches(match, request)).toBe(true);
    expect(await matches(parseMatch('json:n=820982911946154509'), request)).toBe(false);
    expect(await matches(parseMatch('json:t=false'), request)).toBe(false);
  });

  test('takes any text between quotes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        const written = text.replace(/["'\\]/g, '\\$&');
        expect(parseMatch(`body:"${written}" method:GET`)).toStrictEqual({
          body: [text],
          method: 'GET',
        });
      }),
    );
  });
});
