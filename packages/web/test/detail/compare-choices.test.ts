import { describe, expect, test } from 'vitest';
import { compareAddress, compareChoices, idIn } from '../../src/detail/compare-choices.ts';
import { summaryOf } from '../log/summary.ts';

const request = (id: number, path: string, more = {}) => summaryOf({ id, path, ...more });
const current = request(5, '/orders');

describe('the requests to compare with', () => {
  test('are those of the same path first, and the nearest first', () => {
    const items = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) =>
      request(id, id % 2 === 1 ? '/orders' : '/other'),
    );
    const { groups } = compareChoices(current, items, '');
    expect(groups.map(({ label, items: found }) => [label, found.map(({ id }) => id)])).toEqual([
      ['Same path, earlier', [3, 1]],
      ['Same path, later', [7, 9]],
      ['Other paths, earlier', [4, 2]],
      ['Other paths, later', [6, 8]],
    ]);
  });

  test('of another endpoint have another path', () => {
    const { groups } = compareChoices(current, [request(4, '/orders', { endpointId: 99 })], '');
    expect(groups.map(({ label }) => label)).toEqual(['Other paths, earlier']);
  });

  test('are found by method, path, sender and id', () => {
    const items = [
      request(9, '/a', { method: 'PUT' }),
      request(8, '/orders/42'),
      request(7, '/x', { headers: { 'user-agent': 'Stripe/1.0' } }),
    ];
    const found = (typed: string) =>
      compareChoices(current, items, typed).groups.flatMap((group) =>
        group.items.map(({ id }) => id),
      );
    expect([found('put'), found('Orders/'), found('stripe'), found('#9')]).toEqual([
      [9],
      [8],
      [7],
      [9],
    ]);
    expect(found('nothing')).toEqual([]);
  });

  test('are those of the same event first, and found by event and sender', () => {
    const labels = new Map([
      [5, { sender: 'Stripe', event: 'invoice.paid' }],
      [4, { sender: 'Stripe', event: 'invoice.created' }],
      [3, { sender: 'GitHub', event: 'push' }],
      [2, { sender: 'Stripe', event: 'invoice.paid' }],
      [1, { sender: 'Stripe', event: 'invoice', detail: '.paid' }],
    ]);
    const labelOf = ({ id }: { id: number }) => labels.get(id) ?? {};
    const items = [
      ...[6, 5, 4, 3].map((id) => request(id, '/orders')),
      ...[2, 1].map((id) => request(id, id === 1 ? '/orders' : '/other')),
    ];
    const shown = (typed: string) =>
      compareChoices(current, items, typed, labelOf).groups.map(({ label, items: found }) => [
        label,
        found.map(({ id }) => id),
      ]);
    expect(shown('')).toEqual([
      ['Same event, earlier', [1, 2]],
      ['Other events, earlier', [4, 3]],
      ['Other events, later', [6]],
    ]);
    expect(shown('INVOICE.cr')).toEqual([['Other events, earlier', [4]]]);
    expect(shown('github')).toEqual([['Other events, earlier', [3]]]);
  });

  test('are counted if they are too many to list', () => {
    const items = Array.from({ length: 500 }, (_, index) => request(1000 - index, '/orders'));
    const { groups, hiddenCount } = compareChoices(current, items, '');
    expect([groups[0]?.items.length, hiddenCount]).toEqual([60, 440]);
  });
});

test('an id that is typed can be of any request but this one', () => {
  expect([idIn('#12', 5), idIn(' 12 ', 5), idIn('5', 5), idIn('0', 5), idIn('1a', 5)]).toEqual([
    12,
    12,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the earlier request is A', () => {
  expect(compareAddress(7, 5).params).toEqual({ a: '5', b: '7' });
  expect(compareAddress(3, 5).params).toEqual({ a: '3', b: '5' });
});
