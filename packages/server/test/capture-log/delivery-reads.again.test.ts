import { describe, expect, test } from 'vitest';
import type { AppendedCapture } from '../../src/capture-log/captures.ts';
import type { DeliveriesPage } from '../../src/capture-log/deliveries-page.ts';
import { addAccountWithSettings, answeredCapture } from '../store/answered-captures.ts';
import { stored, withStore } from '../store/store-fixture.ts';
import { newCapture } from '../store/store-rows.ts';
import { idsOf, searchAll, searchQuery } from './search-fixture.ts';

const open = withStore();

describe('deliveries', () => {
  /** Appends one capture after the other; gives their ids. */
  async function append(endpointId: number, deliveries: readonly string[]): Promise<number[]> {
    const appended: (AppendedCapture | undefined)[] = [];
    for (const delivery of deliveries) {
      appended.push(await open.store.captures.append(answeredCapture(endpointId, delivery)));
    }
    return stored(appended);
  }

  const shown = ({ deliveries }: DeliveriesPage) =>
    deliveries.map(({ delivery, attempts }) => `${delivery} ${attempts.map(({ id }) => id)}`);

  test('come with their attempts, newest delivery first and oldest attempt first', async () => {
    const { endpointId } = await addAccountWithSettings(open.store);
    const other = await addAccountWithSettings(open.store);
    const [a1, b1, a2, a3] = await append(endpointId, ['a', 'b', 'a', 'a']);
    await append(other.endpointId, ['a', 'c']);
    await open.store.captures.append({ ...newCapture(endpointId), settingsVersion: 1 });
    const { captures } = open.store;
    const page = await captures.readDeliveries(endpointId, { limit: 10 });
    expect(shown(page)).toEqual([`b ${b1}`, `a ${[a1, a2, a3]}`]);
    expect(page.more).toBe(false);
    expect(page.deliveries[1]).toMatchObject({ firstId: a1, delivery: 'a' });
  });

  test('tell of each attempt what is known of it, and nothing that is not', async () => {
    const { endpointId } = await addAccountWithSettings(open.store);
    const known = { bodyHash: 'b1', idHash: 'i1', event: 'order.paid', signature: '{"v":1}' };
    const { captures } = open.store;
    const ids = stored([
      await captures.append(answeredCapture(endpointId, 'a', { receivedAt: 5 })),
      await captures.append(answeredCapture(endpointId, 'a')),
      await captures.append(answeredCapture(endpointId, 'a', { answering: known, receivedAt: 7 })),
    ]);
    const [, second = 0, third = 0] = ids;
    await captures.noteAnswers([
      { id: second, cutShortAfter: 0 },
      { id: third, gaveUpAfter: 1234 },
      { id: 999_999, gaveUpAfter: 1 },
    ]);
    await captures.noteAnswers([{ id: third, cutShortAfter: 5678 }]);
    await captures.noteAnswers([]);
    await captures.noteAnswers([{ id: second, signature: '{"v":2}' }]);
    const { deliveries } = await captures.readDeliveries(endpointId, { limit: 1 });
    expect(deliveries[0]?.attempts[0]).toStrictEqual({
      id: ids[0],
      receivedAt: 5,
      answer: '500',
      bodyHash: 'b0',
    });
    expect(deliveries[0]?.attempts[2]).toStrictEqual({
      id: ids[2],
      receivedAt: 7,
      answer: '429',
      retryAfter: 60,
      gaveUpAfter: 1234,
      cutShortAfter: 5678,
      ...known,
    });
    expect(deliveries[0]?.attempts[1]).toMatchObject({
      id: second,
      cutShortAfter: 0,
      signature: '{"v":2}',
    });
  });

  test('are read page by page, each once, past those that are cleared', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const names = Array.from({ length: 30 }, (_, index) => `d${index}`);
    const ids = await append(endpointId, [...names, 'd3', 'd4']);
    // Of the first 20 deliveries only d3 and d4 have a capture that is left.
    await captures.clear({ accountId }, ids[19]);
    const walked: string[] = [];
    for (let before: number | undefined; ; ) {
      const page = await captures.readDeliveries(endpointId, { limit: 4, before });
      walked.push(...shown(page));
      if (!page.more) break;
      expect(page.deliveries).toHaveLength(4);
      before = page.deliveries.at(-1)?.firstId;
    }
    const expected = names.slice(20).map((name, index) => `${name} ${ids[20 + index]}`);
    expect(walked).toEqual([...expected.toReversed(), `d4 ${ids[31]}`, `d3 ${ids[30]}`]);
  });

  test('are the newest 1,000 attempts of one, and pages that end at 10,000 attempts', async () => {
    const { endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const appendMany = (count: number, delivery: string) =>
      Promise.all(
        Array.from({ length: count }, () => captures.append(answeredCapture(endpointId, delivery))),
      );
    for (let index = 0; index < 12; index++) await appendMany(1002, `d${index}`);
    const page = await captures.readDeliveries(endpointId, { limit: 100 });
    expect(page.more).toBe(true);
    expect(page.deliveries.map(({ delivery }) => delivery)).toEqual(
      Array.from({ length: 10 }, (_, index) => `d${11 - index}`),
    );
    const { attempts, firstId } = page.deliveries[9] ?? { attempts: [], firstId: 0 };
    expect(attempts).toHaveLength(1000);
    expect(attempts[0]?.id).toBe(firstId + 2);
    const rest = await captures.readDeliveries(endpointId, { limit: 100, before: firstId });
    expect(rest.deliveries.map(({ delivery }) => delivery)).toEqual(['d1', 'd0']);
    expect(rest.more).toBe(false);
  });

  test('can be searched for, by delivery, attempt and answer', async () => {
    const { accountId, endpointId } = await addAccountWithSettings(open.store);
    const { captures } = open.store;
    const [a1, b1, a2, a3] = await append(endpointId, ['a', 'b', 'a', 'a']);
    const [plain] = stored([
      await captures.append({ ...newCapture(endpointId), settingsVersion: 1 }),
    ]);
    const find = async (text: string) =>
      idsOf((await searchAll(open.store, { accountId }, searchQuery(text))).found).toReversed();
    expect(await find('delivery=a')).toEqual([a1, a2, a3]);
    expect(await find('attempt=1')).toEqual([a1, b1]);
    expect(await find('attempt>1 hello')).toEqual([a2, a3]);
    expect(await find('answer>=429 answer<500')).toEqual([a3]);
    expect(await find('-has:answer')).toEqual([plain]);
  });
});
