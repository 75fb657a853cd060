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

test('new deliveries, new attempts and removals show in the loaded part', async () => {
  const service = serviceWith(1, 2, 3, 4, 5);
  const { log, shown } = await opened(service);
  await log.wantOlder();
  service.add(6);
  service.add(2, 2);
  service.remove(5);
  log.hear(['d6', 'd2']);
  await expect.poll(shown).toEqual(['d6', 'd4', 'd3', 'd2', 'd1']);
  await expect
    .poll(() => log.getSnapshot().items.find(({ delivery }) => delivery === 'd2')?.attempts.length)
    .toBe(2);
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

test('a look reads all that is loaded again, and nothing else', async () => {
  const service = serviceWith(1, 2, 3, 4, 5, 6, 7, 8, 9);
  const { log, shown } = await opened(service);
  await log.wantOlder();
  service.remove(8);
  service.remove(5);
  service.remove(2);
  service.add(10);
  await log.lookAgain();
  expect(shown()).toEqual(['d10', 'd9', 'd7', 'd6', 'd4', 'd3']);
  await log.wantOlder();
  expect(shown()).toEqual(['d10', 'd9', 'd7', 'd6', 'd4', 'd3', 'd1']);
  service.remove(1);
  await log.lookAgain();
  expect(shown()).toEqual(['d10', 'd9', 'd7', 'd6', 'd4', 'd3']);
  expect(log.getSnapshot().isComplete).toBe(true);
});

test('a look fails with the reading, whichever it waits for, and ends with the log', async () => {
  const service = serviceWith(1, 2, 3, 4);
  let fail: ((error: Error) => void) | undefined;
  const log = new DeliveryLog((before, signal) => {
    if (fail === undefined) return service.read(before, signal);
    return new Promise((_, reject) => {
      fail = reject;
    });
  });
  const close = log.open();
  await expect.poll(() => log.getSnapshot().isLoaded).toBe(true);
  const failLater = () => {};
  fail = failLater;
  const first = log.lookAgain();
  await expect.poll(() => fail).not.toBe(failLater);
  const second = log.lookAgain();
  fail?.(new Error('Away'));
  await expect(first).rejects.toThrow('Away');
  await expect(second).rejects.toThrow('Away');
  const last = log.lookAgain();
  close();
  fail?.(new Error('Closed'));
  await last;
});

test('a flood of hints is a few readings', async () => {
  const service = serviceWith(1);
  const { log } = await opened(service);
  for (let n = 0; n < 1000; n += 1) log.hear(['d1']);
  service.add(2);
  log.hear(['d2']);
  await expect.poll(() => log.getSnapshot().items).toHaveLength(2);
  expect(service.calls.length).toBeLessThan(5);
});

test('a list can begin at one captured request', async () => {
  const { shown } = await opened(serviceWith(1, 2, 3, 4), 3);
  expect(shown()).toEqual(['d2', 'd1']);
});

test('a failure is told, what is known stays, and the next reading mends it', async () => {
  const service = serviceWith(1);
  let isDown = false;
  const { log, shown } = await opened({
    read: (before, signal) =>
      isDown ? Promise.reject(new Error('away')) : service.read(before, signal),
  });
  isDown = true;
  log.refresh();
  await expect.poll(() => log.getSnapshot().error?.message).toBe('away');
  expect(shown()).toEqual(['d1']);
  isDown = false;
  log.refresh();
  await expect.poll(() => log.getSnapshot().error).toBeUndefined();
});
