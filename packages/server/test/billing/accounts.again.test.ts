import { describe, expect, test } from 'vitest';
import { receiveEvent } from '../../src/billing/payment-events.ts';
import { parseConfig } from '../../src/config.ts';
import { deleteAccount, setPlan } from '../../src/operator/accounts.ts';
import {
  password,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
} from '../start-server.ts';
import {
  checkout,
  daySeconds,
  deleted,
  deliver,
  deliverAll,
  environment,
  invoice,
  january,
  lifeOf,
  secondsNow,
  updated,
} from './payment-provider.ts';

const matching = { ...environment, HOOKWELL_MATCH_PAYMENT_EMAIL: 'true' };

function operatorOf(server: TestServer) {
  return { db: server.store.db, clock: Date.now, config: parseConfig(environment) };
}

const principalOf = (visitor: Visitor) => visitor.ask(200, 'GET', '/api/auth/me');

async function emailOf(visitor: Visitor): Promise<string> {
  return (await principalOf(visitor)).email;
}

async function register(visitor: Visitor, email: string) {
  return await visitor.ask(201, 'POST', '/api/auth/register', { email, password });
}

const never = { plan: 'free', status: 'active' };
const references = (id: number) => ({ client_reference_id: String(id) });

/** An account that shows no subscription. */
function expectNeverPaid(principal: object): void {
  expect(principal).toMatchObject(never);
  expect(Object.keys(principal)).not.toContain('subscriptionId');
}

describe('events that come before their account', () => {
  test('are applied once it is there, by its id', async () => {
    await using server = await startServer({ environment });
    const { id } = await startAccount(server);
    await deliverAll(server, lifeOf('sub_future', id + 1).slice(0, 2));
    await deliverAll(server, lifeOf('sub_guest', id + 2).slice(0, 2));
    expect(await register(new Visitor(server), 'future@example.com')).toMatchObject({
      id: id + 1,
      plan: 'plus',
      subscriptionId: 'sub_future',
    });
    expect(await principalOf(await startGuest(server))).toMatchObject({
      id: id + 2,
      isGuest: true,
      plan: 'plus',
      subscriptionId: 'sub_guest',
    });
  });

  test('are applied by its email, in any case of letters, if the operator wants that', async () => {
    const paid = checkout('sub_mail', january, { customer_details: { email: 'Ada@Example.com' } });
    await using server = await startServer({ environment: matching });
    await deliverAll(server, [invoice('sub_mail', january), paid]);
    expect(await register(new Visitor(server), 'ada@EXAMPLE.com')).toMatchObject({
      plan: 'plus',
      subscriptionId: 'sub_mail',
      dateEnd: new Date((january + 30 * daySeconds) * 1000).toISOString(),
    });
    expectNeverPaid(await register(new Visitor(server), 'bob@example.com'));

    await using strict = await startServer({ environment });
    await deliverAll(strict, [paid]);
    expectNeverPaid(await register(new Visitor(strict), 'ada@example.com'));
  });

  test('are applied by the email of an account that is there already', async () => {
    await using server = await startServer({ environment: matching });
    const account = await startAccount(server);
    const customer_email = (await emailOf(account)).toUpperCase();
    await deliverAll(server, [checkout('sub_1', january, { customer_email })]);
    expect(await principalOf(account)).toMatchObject({ plan: 'plus' });
    const strict = parseConfig(environment);
    const waiting = checkout('sub_3', january + daySeconds, { customer_email });
    const upgrade = updated('sub_1', january + daySeconds, 'active', { price: 'price_enterprise' });
    for (const event of [waiting, upgrade]) {
      const received = { event, text: JSON.stringify(event), signedAt: 0 };
      await receiveEvent(server.store.db, strict, received, Date.now());
    }
    // A subscription that was found by its email stays found after the operator turns that off.
    expect(await principalOf(account)).toMatchObject({
      subscriptionId: 'sub_1',
      plan: 'enterprise',
    });
    // An id of an existing account counts before the email.
    const other = await startAccount(server);
    const both = { customer_email, ...references(other.id) };
    await deliverAll(server, [checkout('sub_2', january, both)]);
    expect(await principalOf(other)).toMatchObject({ subscriptionId: 'sub_2' });
    expect(await principalOf(account)).toMatchObject({ subscriptionId: 'sub_1' });
  });

  test('wait for the checkout that names their account', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    const [bought, ...rest] = lifeOf('sub_1', account.id).slice(0, 4);
    await deliverAll(server, rest);
    expectNeverPaid(await principalOf(account));
    if (bought) await deliverAll(server, [bought]);
    expect(await principalOf(account)).toMatchObject({ plan: 'enterprise', price: '49.00' });
  });
});

describe('a checkout that is not paid yet', () => {
  test('counts for nothing until an invoice says so', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    const unpaid = { ...references(account.id), payment_status: 'unpaid' };
    await deliverAll(server, [
      checkout('sub_1', january, unpaid),
      updated('sub_1', january + 1, 'incomplete'),
    ]);
    expectNeverPaid(await principalOf(account));
    await deliverAll(server, [invoice('sub_1', january + daySeconds)]);
    expect(await principalOf(account)).toMatchObject({
      plan: 'plus',
      status: 'active',
      datePurchase: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('several subscriptions', () => {
  test('show the best', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    const mine = references(account.id);
    await deliverAll(server, [
      checkout('sub_old', january, mine),
      checkout('sub_new', january + daySeconds, mine),
    ]);
    expect(await principalOf(account)).toMatchObject({ subscriptionId: 'sub_new', plan: 'plus' });
    await deliverAll(server, [deleted('sub_new', january + 2 * daySeconds)]);
    expect(await principalOf(account)).toMatchObject({
      subscriptionId: 'sub_old',
      plan: 'plus',
      status: 'active',
    });
  });

  test('of which a stranger bought one never lower the plan, in any order of their events', async () => {
    await using server = await startServer({ environment });
    const asked = (id: number) => {
      const mine = references(id);
      return [
        checkout(`sub_own_${id}`, january, { ...mine, metadata: { plan: 'enterprise' } }),
        updated(`sub_own_${id}`, january + daySeconds, 'past_due', { price: 'price_enterprise' }),
        checkout(`sub_strangers_${id}`, january + 2 * daySeconds, mine),
        deleted(`sub_strangers_${id}`, january + 3 * daySeconds),
      ];
    };
    const account = await startAccount(server);
    const plans: string[] = [];
    for (const event of asked(account.id)) {
      await deliverAll(server, [event]);
      plans.push((await principalOf(account)).plan);
    }
    expect(plans).toEqual(Array(4).fill('enterprise'));
    const end = { plan: 'enterprise', status: 'past_due' };
    expect(await principalOf(account)).toMatchObject(end);
    const other = await startAccount(server);
    await deliverAll(server, asked(other.id).toReversed());
    expect(await principalOf(other)).toMatchObject(end);
  });

  test('of which a stranger bought one leave the plan that the operator gave', async () => {
    await using server = await startServer({ environment });
    const account = await startAccount(server);
    await setPlan(operatorOf(server), await emailOf(account), 'enterprise');
    const later = secondsNow() + 60;
    await deliverAll(server, [
      checkout('sub_strangers', later, references(account.id)),
      invoice('sub_strangers', later + 1),
    ]);
    expect(await principalOf(account)).toMatchObject({ plan: 'enterprise', status: 'active' });
    await deliverAll(server, [updated('sub_strangers', later + 2, 'past_due')]);
    expect(await principalOf(account)).toMatchObject({ plan: 'enterprise' });
    await deliverAll(server, [deleted('sub_strangers', later + 3)]);
    expect(await principalOf(account)).toMatchObject({ plan: 'enterprise', status: 'active' });
  });

  test('that turn out to be another account’s leave the plan that was there', async () => {
    await using server = await startServer({
      environment: { ...environment, HOOKWELL_SIGNUP_PLAN: 'enterprise' },
    });
    const one = await startAccount(server, 'enterprise');
    const other = await startAccount(server);
    await deliverAll(server, [checkout('sub_1', january, references(one.id))]);
    // The subscription gives less than the account has by itself.
    const own = { plan: 'enterprise', status: 'active' };
    expect(await principalOf(one)).toMatchObject({ ...own, subscriptionId: 'sub_1' });
    await deliverAll(server, [checkout('sub_1', january + 1, references(other.id))]);
    expect(await principalOf(one)).toMatchObject(own);
    expect(await principalOf(one)).not.toHaveProperty('subscriptionId');
    expect(await principalOf(other)).toMatchObject({ plan: 'plus', subscriptionId: 'sub_1' });
  });
});

describe('a guest that paid', () => {
  test.each(['register', 'login'])('takes its purchases along on %s', async (way) => {
    await using server = await startServer({ environment });
    const account = { email: 'payer@example.com', password };
    if (way === 'login') await register(new Visitor(server), account.email);
    const visitor = await startGuest(server);
    const { id } = await principalOf(visitor);
    await deliverAll(server, lifeOf('sub_1', id).slice(0, 2));
    expect(await principalOf(visitor)).toMatchObject({ isGuest: true, plan: 'plus' });

    const status = way === 'login' ? 200 : 201;
    const paid = { isGuest: false, plan: 'plus', subscriptionId: 'sub_1', price: '9.00' };
    expect(await visitor.ask(status, 'POST', `/api/auth/${way}`, account)).toMatchObject(paid);
    expect(await principalOf(visitor)).toMatchObject(paid);
    await deliverAll(server, lifeOf('sub_1', id).slice(2));
    expect(await principalOf(visitor)).toMatchObject({ plan: 'free', status: 'canceled' });
  });

  test('has paid for its account also if the payment is told of later', async () => {
    await using server = await startServer({ environment });
    const visitor = await startGuest(server);
    const { id } = await principalOf(visitor);
    expectNeverPaid(await register(visitor, 'late@example.com'));
    await deliverAll(server, lifeOf('sub_1', id).slice(0, 2));
    expect(await principalOf(visitor)).toMatchObject({ plan: 'plus', subscriptionId: 'sub_1' });
  });

  test('and is gone can come back by its email', async () => {
    await using server = await startServer({ environment: matching });
    const visitor = await startGuest(server);
    const { id } = await principalOf(visitor);
    const more = { ...references(id), customer_email: 'back@example.com' };
    await deliverAll(server, [checkout('sub_1', january, more)]);
    await visitor.ask(204, 'POST', '/api/auth/logout');
    expect(await deliver(server, invoice('sub_1', january))).toMatchObject({ status: 200 });
    expect(await register(new Visitor(server), 'back@example.com')).toMatchObject({
      plan: 'plus',
      subscriptionId: 'sub_1',
    });
  });
});

describe('an account that is deleted', () => {
  test.each(['by itself', 'by the operator'])('%s takes its events with it', async (way) => {
    await using server = await startServer({ environment: matching });
    const account = await startAccount(server);
    const email = await emailOf(account);
    const life = lifeOf('sub_1', account.id);
    const bought = checkout('sub_1', january, { customer_email: email });
    await deliverAll(server, [bought, ...life.slice(0, 3)]);
    await setPlan(operatorOf(server), email, 'plus');
    const other = await startAccount(server);
    await deliverAll(server, lifeOf('sub_other', other.id).slice(0, 2));

    if (way === 'by itself') await account.ask(204, 'DELETE', '/api/auth/me', { password });
    else await deleteAccount(operatorOf(server), { email });
    const { db } = server.store;
    const kept = await db.selectFrom('payment_event').select('subscription_id').execute();
    expect(kept.map((row) => row.subscription_id)).toEqual(['sub_other', 'sub_other']);

    // Later events of the deleted account's subscription are accepted, not kept, and give no other account anything.
    await deliverAll(server, [...life, bought]);
    expectNeverPaid(await register(new Visitor(server), email));
    expect(await db.selectFrom('payment_event').select('id').execute()).toHaveLength(2);
    expect(await principalOf(other)).toMatchObject({ plan: 'plus' });
  });
});
