import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { setPlan } from '../../src/operator/accounts.ts';
import {
  checkout,
  deleted,
  deliverAll,
  environment,
  lifeOf,
  secondsNow,
  updated,
} from '../billing/payment-provider.ts';
import { startAccount, startServer, type TestServer, type Visitor } from '../start-server.ts';

function operatorOf(server: TestServer, clock: () => number = Date.now) {
  return { db: server.store.db, clock, config: parseConfig(environment) };
}

const principalOf = (visitor: Visitor) => visitor.ask(200, 'GET', '/api/auth/me');

async function emailOf(visitor: Visitor): Promise<string> {
  return (await principalOf(visitor)).email;
}

const references = (id: number) => ({ client_reference_id: String(id) });

describe('a plan that the operator sets', () => {
  test('counts at once, and events before it change it no more', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    const now = secondsNow();
    await deliverAll(server, [
      checkout('sub_1', now - 100, references(account.id)),
      // A provider's clock that is ahead of ours must not win over the operator.
      updated('sub_1', now + 200, 'past_due'),
    ]);
    await setPlan(operatorOf(server), await emailOf(account), 'enterprise');
    const given = { plan: 'enterprise', status: 'active', subscriptionId: 'sub_1' };
    expect(await principalOf(account)).toMatchObject(given);
    await deliverAll(server, [updated('sub_1', now - 50, 'canceled')]);
    expect(await principalOf(account)).toMatchObject(given);
    await deliverAll(server, [deleted('sub_1', now + 300)]);
    expect(await principalOf(account)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  test('yields to an event of the same second that comes after it', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    const now = secondsNow();
    await deliverAll(server, [checkout('sub_1', now - 100, references(account.id))]);
    const clock = () => now * 1000 + 700;
    await setPlan(operatorOf(server, clock), await emailOf(account), 'enterprise');
    await deliverAll(server, [deleted('sub_1', now)]);
    expect(await principalOf(account)).toMatchObject({ status: 'canceled' });
  });

  test('stands before a purchase that is told of later but was earlier', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    await setPlan(operatorOf(server), await emailOf(account), 'enterprise');
    await deliverAll(server, lifeOf('sub_1', account.id));
    expect(await principalOf(account)).toMatchObject({
      plan: 'enterprise',
      status: 'active',
      subscriptionId: 'sub_1',
    });
    await setPlan(operatorOf(server), await emailOf(account), 'free');
    expect(await principalOf(account)).toMatchObject({ plan: 'free', status: 'active' });
  });
});
