import type { ReceivedEvent } from '@hookwell/client';
import type { ValueSchema } from '@hookwell/core/schema';
import { describe, expect, test } from 'vitest';
import { at } from '../../src/detail/json/json-document.ts';
import {
  contractOf,
  countWords,
  differingFilter,
  fileNameOf,
  pinnedFor,
  receivedEvents,
  samplesWords,
} from '../../src/events/received-events.ts';
import { presenceWords, shapeTree } from '../../src/events/shape-nodes.ts';

function received(event: string | undefined, count: number, hour: number): ReceivedEvent {
  return {
    ...(event !== undefined && { event }),
    count,
    json: count - 1,
    firstReceivedAt: `2026-03-01T0${hour}:00:00.000Z`,
    lastReceivedAt: `2026-03-01T0${hour}:30:00.000Z`,
  };
}

describe('the pages of a list of events', () => {
  test('are one list, in which each event stands once', () => {
    const newest = [received('b', 2, 8), received(undefined, 1, 7), received('__proto__', 5, 6)];
    const older = [received('__proto__', 4, 5), received('a', 1, 4), received(undefined, 3, 3)];
    const events = receivedEvents([{ items: newest }, { items: older }]);
    expect(events.map(({ event, count, json }) => [event, count, json])).toEqual([
      ['b', 2, 1],
      [undefined, 4, 2],
      ['__proto__', 9, 7],
      ['a', 1, 0],
    ]);
    expect(events[1]).toMatchObject({
      firstReceivedAt: '2026-03-01T03:00:00.000Z',
      lastReceivedAt: '2026-03-01T07:30:00.000Z',
    });
  });
});

test('a row says how much of an event is JSON', () => {
  expect(countWords({ count: 1, json: 1 })).toBe('1 request');
  expect(countWords({ count: 4100, json: 4099 })).toBe('4,100 requests, 4,099 with JSON');
  expect(countWords({ count: 2, json: 0 })).toBe('2 requests without JSON');
});

test('a shape says what it was made of', () => {
  expect(samplesWords(1, true)).toMatch(/^Made of one request, so nothing/);
  expect(samplesWords(41, true)).toBe('Made of all 41 requests with JSON.');
  expect(samplesWords(10_000, false)).toBe('Made of the newest 10,000 requests with JSON.');
});

test('the filter for what differs quotes the event, and is missing if it would be too long', () => {
  expect(differingFilter('invoice.paid')).toBe('contract=differs event=invoice.paid');
  expect(differingFilter('a "b" c')).toBe('contract=differs event="a \\"b\\" c"');
  expect(differingFilter('x'.repeat(5000))).toBeUndefined();
});

test('files have names that every system takes', () => {
  expect(fileNameOf('invoice.paid')).toBe('invoice.paid');
  expect(fileNameOf('../a/b:c?\u202e')).toBe('a-b-c-');
  expect(fileNameOf('x'.repeat(1000))).toHaveLength(80);
  expect([fileNameOf(), fileNameOf('...')]).toEqual(['body', 'body']);
});

test('what is pinned for an event is its own alone, whatever it is called', () => {
  const paid = { events: { paid: { type: 'object' } } };
  expect(pinnedFor(paid, 'toString')).toBeUndefined();
  expect(pinnedFor(paid, undefined)).toBeUndefined();
  const both = contractOf(paid, '__proto__', { type: 'string' });
  expect(Object.keys(both.events)).toEqual(['paid', '__proto__']);
  expect(pinnedFor(both, '__proto__')).toEqual({ type: 'string' });
  expect(pinnedFor(contractOf(both, 'paid', false), 'paid')).toBe(false);
  expect(contractOf(both, '__proto__', undefined)).toEqual(paid);
});

/** The tree in lines: `  name: types format share`. */
function linesOf(schema: ValueSchema): string[] {
  const tree = shapeTree(schema);
  return tree.nodes.map(({ kind, name, types, format = '', present = '' }, node) =>
    `${'  '.repeat(at(tree.depths, node))}${name || kind}: ${types} ${format} ${present}`.trimEnd(),
  );
}

describe('the tree of a shape', () => {
  test('takes names that every object has', () => {
    const schema: ValueSchema = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","x-present":0.1},"constructor":{}}}',
    );
    expect(linesOf(schema)).toEqual([
      'body: anything',
      '  __proto__: string  0.1',
      '  constructor: anything',
    ]);
  });
});

test('only what is always there is called so', () => {
  expect([1, 0.9999, 0.934, 0.5, 0.004, 0].map(presenceWords)).toEqual([
    'always',
    'over 99 %',
    '93 %',
    '50 %',
    'under 1 %',
    'under 1 %',
  ]);
});
