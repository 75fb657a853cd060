import { describe, expect, test } from 'vitest';
import { findingOf, readContract } from '../../../src/schema/validate/index.ts';

const contract = readContract(
  JSON.parse(
    '{"events": {"paid": {"properties": {"amount": {"type": "integer"}}}, "__proto__": {"type": "null"}, "never": false}}',
  ),
);
const find = (event: string | undefined, body: string) => findingOf(contract, event, body);

describe('a body beside a contract', () => {
  test('holds or differs', () => {
    expect(find('paid', '{"amount": 3}')).toEqual({ verdict: 'holds' });
    expect(find('paid', '\ufeff{"amount": 1e2}')).toEqual({ verdict: 'holds' });
    expect(find('paid', '{"amount": 1e400}')).toMatchObject({
      differences: [{ problem: '`amount` is a number, was an integer' }],
    });
    expect(find('paid', '{"amount": "3"}')).toEqual({
      verdict: 'differs',
      differences: [{ path: 'amount', problem: '`amount` is a string, was an integer' }],
    });
    expect(find('never', 'null')).toMatchObject({ verdict: 'differs' });
  });

  test('names that objects have anyway are names as any', () => {
    expect(find('__proto__', 'null')).toEqual({ verdict: 'holds' });
    expect(find('__proto__', '1')).toMatchObject({ verdict: 'differs' });
    expect(find('constructor', '{}')).toMatchObject({ verdict: 'none' });
    const named = readContract({
      events: {
        a: JSON.parse('{"properties": {"__proto__": {"type": "null"}}, "required": ["toString"]}'),
      },
    });
    expect(findingOf(named, 'a', '{"__proto__": 1}')).toEqual({
      verdict: 'differs',
      differences: [
        { path: '__proto__', problem: '`__proto__` is an integer, was null' },
        { path: 'toString', problem: '`toString` is missing' },
      ],
    });
    expect(findingOf(named, 'a', '{"__proto__": null, "toString": 1e5}')).toEqual({
      verdict: 'holds',
    });
    expect(findingOf(named, 'a', '{"__proto__": 1e5, "toString": 1}')).toMatchObject({
      verdict: 'differs',
    });
  });

  test.each<[event: string | undefined, body: string, reason: string]>([
    [undefined, '{}', 'The request names no event'],
    ['other', '{}', 'The contract has no schema for `other`'],
    ['x'.repeat(300), '{}', `The contract has no schema for \`${'x'.repeat(100)}…\``],
    ['paid', '', 'The body is empty'],
    ['paid', 'amount=3', 'The body is no JSON'],
    ['paid', '{"amount": 1e5', 'The body is no JSON'],
  ])('of %s, %j: nothing is said', (event, body, reason) => {
    expect(find(event, body)).toEqual({ verdict: 'none', reason });
  });

  test('of a body that is nested deeper than the stack goes nothing is said', () => {
    const deep = readContract({ events: { a: { items: { $ref: '#' } } } });
    expect(findingOf(deep, 'a', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toEqual({
      verdict: 'none',
      reason: 'The body is nested too deep to be judged',
    });
    expect(findingOf(deep, 'a', `${'['.repeat(100)}${']'.repeat(100)}`)).toEqual({
      verdict: 'holds',
    });
  });

  test('of more differences than the validator has room for, the first is told', () => {
    const schema = { properties: { ids: { items: { type: 'string' } } } };
    const many = readContract({ events: { a: schema } });
    expect(findingOf(many, 'a', `{"ids": [${'1,'.repeat(500_000)}1]}`)).toEqual({
      verdict: 'differs',
      differences: [{ path: 'ids[0]', problem: '`ids[0]` is an integer, was a string' }],
    });
  });

  test('a name with half of a surrogate pair is one as any', () => {
    const closed = readContract({
      events: { a: { properties: { 'a\ud800': { type: 'null' } }, additionalProperties: false } },
    });
    expect(findingOf(closed, 'a', '{"a\\ud800": null}')).toEqual({ verdict: 'holds' });
    expect(findingOf(closed, 'a', '{"b\\udc00": "\\ud83d\\ude00"}')).toMatchObject({
      differences: [{ problem: '`["b\ufffd"]` is new' }],
    });
  });
});
