import { describe, expect, test } from 'vitest';
import { findingOf, readContract } from '../src/index.ts';

const contract = readContract(
  JSON.parse(
    '{"events": {"paid": {"properties": {"amount": {"type": "integer"}}}, "__proto__": {"type": "null"}, "never": false}}',
  ),
);
const find = (event: string | undefined, body: string) => findingOf(contract, event, body);

describe('a body beside a contract', () => {
  test('holds or differs', () => {
    expect(find('paid', '{"amount": 3}')).toEqual({ verdict: 'holds' });
    expect(find('paid', '\ufeff{"amount": 1e400}')).toEqual({ verdict: 'holds' });
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

  test('too much work: nothing is said', () => {
    const dear = readContract({ events: { a: { items: { uniqueItems: true } } } });
    const items = Array.from({ length: 200_000 }, (_, index) => index).join();
    expect(findingOf(dear, 'a', `[[${items}]]`)).toEqual({
      verdict: 'none',
      reason: 'Judging the body takes too much work',
    });
    const deep = readContract({ events: { a: { items: { $ref: '#' } } } });
    expect(findingOf(deep, 'a', `${'['.repeat(5000)}${']'.repeat(5000)}`)).toEqual({
      verdict: 'none',
      reason: 'The body is nested too deep to be judged',
    });
  });
});
