import { describe, expect, test } from 'vitest';
import { forFile } from '../kept-for.ts';
import { startAccount, startServer, withKey } from '../start-server.ts';
import {
  checkout,
  deliverAll,
  environment,
  january,
  lifeOf,
  secondsNow,
} from './payment-provider.ts';

const server = forFile(await startServer({ environment }));

describe('a life', () => {
  /** The same order each time the tests run, another order for each seed. */
  function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
    const rest = [...values];
    const order: Value[] = [];
    for (let state = seed; rest.length > 0; ) {
      state = (state * 48_271) % 2_147_483_647;
      order.push(...rest.splice(state % rest.length, 1));
    }
    return order;
  }

  test('ends the same for events in any order, however often they come', async () => {
    const ends = [];
    for (let seed = 1; seed <= 12; seed += 1) {
      const account = await startAccount(server);
      const life = lifeOf(`sub_life_${seed}`, account.id);
      await deliverAll(server, shuffled([...life, ...life.slice(0, 3)], seed * 7919));
      const { id, email, ...end } = await account.ask(200, 'GET', '/api/auth/me');
      ends.push({ ...end, subscriptionId: end.subscriptionId.replace(/\d+$/, 'N') });
    }
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify(ends[0])]),
    );
    expect(ends[0]).toEqual({
      isGuest: false,
      plan: 'free',
      subscriptionId: 'sub_life_N',
      price: '49.00',
      currency: 'EUR',
      dateStart: '2026-03-05T00:00:00.000Z',
      dateEnd: '2026-04-04T00:00:00.000Z',
      datePurchase: '2026-01-01T00:00:00.000Z',
      status: 'canceled',
    });
  });

  test('decides on keys and limits at once', async () => {
    const account = await startAccount(server);
    const [bought, paid, upgraded, renewed, failed, recovered, canceled] = lifeOf(
      'sub_keys',
      account.id,
    );
    for (const event of [bought, paid]) if (event) await deliverAll(server, [event]);
    const program = await withKey(account);
    const used = async (): Promise<number> => (await program.call('GET', '/api/endpoints')).status;
    expect(await used()).toBe(200);
    for (let i = 0; i < 25; i += 1) await program.endpoint();
    expect((await program.call('POST', '/api/endpoints')).status).toBe(403);
    for (const event of [upgraded, renewed]) if (event) await deliverAll(server, [event]);
    await program.endpoint();

    // A late payment is no outage.
    for (const event of [failed]) if (event) await deliverAll(server, [event]);
    expect(await program.ask(200, 'GET', '/api/auth/me')).toMatchObject({
      plan: 'enterprise',
      status: 'past_due',
    });
    for (const event of [recovered, canceled]) if (event) await deliverAll(server, [event]);
    expect(await used()).toBe(403);
    // Existing captures stay readable; more are refused.
    expect(await account.ask(200, 'GET', '/api/endpoints')).toHaveLength(26);
    expect(await account.ask(403, 'POST', '/api/endpoints')).toEqual({
      error: 'URL limit reached for your plan',
    });
    expect((await account.call('GET', '/api/keys')).status).toBe(403);

    const again = { client_reference_id: String(account.id) };
    await deliverAll(server, [checkout('sub_keys_again', secondsNow(), again)]);
    expect(await used()).toBe(200);
    expect(await account.ask(200, 'GET', '/api/auth/me')).toMatchObject({
      plan: 'plus',
      status: 'active',
      subscriptionId: 'sub_keys_again',
    });
  });
});

test('money in currencies of no and of three decimals', async () => {
  for (const [amount_total, currency, price, code] of [
    [900, 'jpy', '900', 'JPY'],
    [9120, 'kwd', '9.120', 'KWD'],
  ] as const) {
    const account = await startAccount(server);
    const more = { client_reference_id: String(account.id), amount_total, currency };
    await deliverAll(server, [checkout(`sub_${currency}`, january, more)]);
    expect(await account.ask(200, 'GET', '/api/auth/me')).toMatchObject({ price, currency: code });
  }
});
