import type { Delivery } from '@hookwell/client';
import { expect, onTestFinished, test } from 'vitest';
import { DeliveryLog, type ReadPage } from '../../src/deliveries/delivery-log.ts';
import { deliveryOf } from './delivery.ts';

const pageSize = 3;

/** A service with deliveries that began at these ids, and the pages that were read from it. */
function serviceWith(...firstIds: number[]) {
  const stored = new Map<number, Delivery>();
  const add = (id: number, attempts = 1) => {
    const written = Array.from({ length: attempts }, (_, n): [number, string] => [n, '500']);
    stored.set(id, deliveryOf(`d${id}`, written, id));
  };
  for (const id of firstIds) add(id);
  const calls: (number | undefined)[] = [];
  const read: ReadPage = async (before = Number.POSITIVE_INFINITY) => {
    calls.push(Number.isFinite(before) ? before : undefined);
    const ids = [...stored.keys()].filter((id) => id < before).sort((a, b) => b - a);
    const page = ids.slice(0, pageSize);
    return {
      items: page.flatMap((id) => stored.get(id) ?? []),
      next: ids.length > pageSize ? page.at(-1) : undefined,
    };
  };
  return { add, remove: (id: number) => stored.delete(id), calls, read };
}

async function opened({ read }: { read: ReadPage }, before?: number) {
  const log = new DeliveryLog(read, { before, pauseMs: 1 });
  onTestFinished(log.open());
  const shown = () => log.getSnapshot().items.map(({ delivery }) => delivery);
  await expect.poll(() => log.getSnapshot().isLoaded).toBe(true);
  return { log, shown };
}

test('pages follow each other until the list is complete', async () => {
  const { log, shown } = await opened(serviceWith(1, 2, 3, 4, 5));
  expect(shown()).toEqual(['d5', 'd4', 'd3']);
  expect(log.getSnapshot().isComplete).toBe(false);
  await Promise.all([log.wantOlder(), log.wantOlder()]);
  expect(shown()).toEqual(['d5', 'd4', 'd3', 'd2', 'd1']);
  expect(log.getSnapshot().isComplete).toBe(true);
});

test('after more new ones than a page has, the list begins anew without a hole', async () => {
  const service = serviceWith(1, 2, 3, 4);
  const { log, shown } = await opened(service);
  await log.wantOlder();
  for (const id of [5, 6, 7, 8]) service.add(id);
  log.refresh();
  await expect.poll(shown).toEqual(['d8', 'd7', 'd6']);
  await log.wantOlder();
  await log.wantOlder();
  expect(shown()).toEqual(['d8', 'd7', 'd6', 'd5', 'd4', 'd3', 'd2', 'd1']);
});
