import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareLines } from '../../src/compare/compare-lines.ts';
import { comparePairs } from '../../src/compare/pairs-comparison.tsx';
import { isVolatileLine, isVolatileName, isVolatileValue } from '../../src/compare/volatile.ts';

describe('names and values of two requests', () => {
  test('are compared by name, repeats in their order', () => {
    const pairs = (text: string) =>
      text
        .split(' ')
        .map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.split('=')[1] ?? '' }));
    const compared = comparePairs(pairs('A=1 b=2 b=3 c=4'), pairs('a=1 B=2 b=5 b=6 d=7'), (name) =>
      name.toLowerCase(),
    );
    expect(compared.map(({ name, left, right, change }) => [name, left, right, change])).toEqual([
      ['A', '1', '1', 'same'],
      ['b', '2', '2', 'same'],
      ['b', '3', '5', 'changed'],
      ['c', '4', undefined, 'removed'],
      ['b', undefined, '6', 'added'],
      ['d', undefined, '7', 'added'],
    ]);
    expect(comparePairs([{ name: '__proto__', value: '1' }], [])[0]?.change).toBe('removed');
  });
});

describe('a value that is new in every request', () => {
  test.for([
    ...[
      'Date',
      'Stripe-Signature',
      'Webhook-Id',
      'id',
      'created_at',
      'updatedAt',
      'requestId',
      'traceparent',
    ],
    ...[
      'Webhook-Timestamp',
      'timestamp',
      'event_id',
      'idempotency-key',
      'Idempotency-Key',
      'nonce',
      'created',
    ],
  ])('is known by its name: %s', (name) => {
    expect(isVolatileName(name)).toBe(true);
  });

  test.for([
    ...[
      'Content-Type',
      'User-Agent',
      'amount',
      'paid',
      'valid',
      'status',
      'Host',
      'format',
      'Accept',
      'candidate',
    ],
  ])('is not %s', (name) => {
    expect(isVolatileName(name)).toBe(false);
  });

  test('is known by its shape', () => {
    const made = [
      '2026-03-01T12:00:00.000Z',
      'Sun, 01 Mar 2026 12:00:00 GMT',
      '1772366400',
      '1772366400123',
      '0b7e9d8a-1f3e-4c55-9a55-0d5a4f0a1b2c',
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      'sha256=9f86d081884c7d659a2feaa0c55ad015',
      'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      't=1492774577,v1=5257a869e7',
    ];
    expect(made.filter((value) => !isVolatileValue(value))).toEqual([]);
    const meant = [
      'application/json',
      '1999',
      '42',
      'order_created',
      'checkout.session.completed',
      '',
      'deadbeef',
    ];
    expect(meant.filter(isVolatileValue)).toEqual([]);
  });

  test('is known in lines of bodies', () => {
    expect(isVolatileLine('  "id": 1,', '  "id": 2')).toBe(true);
    expect(isVolatileLine('  "x": "2026-03-01T12:00:00Z",', '  "x": "2026-03-02T12:00:00Z",')).toBe(
      true,
    );
    expect(isVolatileLine('  <createdAt>a</createdAt>', '  <createdAt>b</createdAt>')).toBe(true);
    expect(isVolatileLine('  "amount": 1,', '  "amount": 2,')).toBe(false);
    expect(isVolatileLine('  "id": 1,', '  "amount": 2,')).toBe(false);
    expect(isVolatileLine('  "id": {', '  "id": 2')).toBe(false);
    expect(isVolatileLine(undefined, '  "id": 2')).toBe(true);
  });
});

describe('two texts', () => {
  test('are compared line by line', async () => {
    const { lines, isExact } = await compareLines('a\nb\nc\nd', 'a\nB\nd\ne');
    expect(isExact).toBe(true);
    expect(lines.map(({ change, left, right }) => [change, left?.text, right?.text])).toEqual([
      ['same', 'a', 'a'],
      ['removed', 'b', undefined],
      ['removed', 'c', undefined],
      ['added', undefined, 'B'],
      ['same', 'd', 'd'],
      ['added', undefined, 'e'],
    ]);
    expect(lines.at(-2)).toMatchObject({ left: { number: 4 }, right: { number: 3 } });
  });

  test('come out of the comparison whole', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', '{'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (left, right) => {
        const { lines } = await compareLines(left, right);
        const side = (name: 'left' | 'right') =>
          lines
            .flatMap((line) => line[name] ?? [])
            .map((shown) => shown.text)
            .join('\n');
        expect([side('left'), side('right')]).toEqual([left, right]);
        const same = lines.filter(({ change }) => change === 'same');
        expect(same.filter((line) => line.left?.text !== line.right?.text)).toEqual([]);
      }),
    );
  });

  test('that differ everywhere are told apart, if not exactly', async () => {
    const many = (letter: string) =>
      `{\n${Array.from({ length: 20_000 }, (_, index) => letter + index).join('\n')}\n}`;
    const { lines, isExact } = await compareLines(many('a'), many('b'));
    expect(isExact).toBe(false);
    expect(lines.filter(({ change }) => change === 'same')).toHaveLength(2);
  });
});
