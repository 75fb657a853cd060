import type { PaymentEvent } from '@hookwell/core/api';
import { expect, test } from 'vitest';
import {
  checkout,
  deliver,
  environment,
  eventOf,
  invoice,
  january,
  lifeOf,
} from '../billing/payment-provider.ts';
import { forFile } from '../kept-for.ts';
import { connect, query } from '../postgres/connect.ts';
import { password, startAccount, startGuest, Visitor } from '../start-server.ts';
import { at, inTurn, type Nodes, startNodes } from './start-nodes.ts';

const matching = { ...environment, HOOKWELL_MATCH_PAYMENT_EMAIL: 'true' };
const principalOf = (visitor: Visitor) => visitor.ask(200, 'GET', '/api/auth/me');
const references = (id: number) => ({ client_reference_id: String(id) });
const rounds = 4;

/** All tests share it. Emails match here; the checkouts of most tests have none. */

const cluster = forFile(await startNodes({ environment: matching }));

/** Delivers as the provider does, again until the answer is 200. Counts all other answers. */
class Provider {
  readonly #nodes: Nodes['nodes'];
  readonly refusals: number[] = [];
  #delivered = 0;

  constructor({ nodes }: Nodes) {
    this.#nodes = nodes;
  }

  /** Delivers at the nodes in turn. */
  async deliver(event: PaymentEvent): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status } = await deliver(inTurn(this.#nodes, this.#delivered++), event);
      if (status === 200) return;
      this.refusals.push(status);
    }
    throw new Error(`${event.id} was refused again and again: ${this.refusals.join(' ')}`);
  }

  async deliverAtOnce(events: readonly PaymentEvent[]): Promise<void> {
    await Promise.all(events.map((event) => this.deliver(event)));
  }

  /** If two transactions wait for each other, the database ends one of them, and it is run again unseen. */
  expectHardlyAnyRefused(): void {
    expect(this.refusals.filter((status) => status !== 503)).toEqual([]);
    expect(this.refusals.length).toBeLessThanOrEqual(1);
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

test('an event that reaches all nodes at once counts once', async () => {
  const provider = new Provider(cluster);
  for (let round = 0; round < 2; round++) {
    const account = await startAccount(cluster.nodes[0]);
    const event = checkout(`sub_once_${round}`, january, references(account.id));
    await provider.deliverAtOnce(Array.from({ length: 12 }, () => event));
    const kept = await query(cluster.databaseUrl, 'select 1 from payment_event where id = $1', [
      event.id,
    ]);
    expect(kept).toHaveLength(1);
    expect(await principalOf(account)).toMatchObject({ plan: 'plus', status: 'active' });
    expect(await cluster.nodes[0].store.db.selectFrom('former_plan').selectAll().execute()).toEqual(
      Array.from({ length: round + 1 }, () => expect.objectContaining({ plan: 'free' })),
    );
  }
  expect(provider.refusals).toEqual([]);
});

test('events of one subscription at all nodes at once end as they do one after another', async () => {
  const provider = new Provider(cluster);
  const inOrder = await startAccount(cluster.nodes[0]);
  for (const event of lifeOf('sub_in_order', inOrder.id).slice(0, -1))
    await provider.deliver(event);
  const { id: _id, email: _email, ...wanted } = await principalOf(inOrder);
  for (let round = 0; round < rounds; round++) {
    const account = await startAccount(inTurn(cluster.nodes, round));
    const subscriptionId = `sub_shuffled_${round}`;
    const life = shuffled(lifeOf(subscriptionId, account.id).slice(0, -1));
    await provider.deliverAtOnce([...life, ...life.slice(0, 3)]);
    expect(await principalOf(account)).toMatchObject({ ...wanted, subscriptionId });
  }
  provider.expectHardlyAnyRefused();
});

test('a registration and the checkout that names its email or id, at the same moment', async () => {
  const provider = new Provider(cluster);
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [inTurn(cluster.nodes, round), inTurn(cluster.nodes, round + 1)];
    const email = `buyer-${round}@example.com`;
    const [buyer, guest] = [new Visitor(first), new Visitor(second)];
    const byEmail = `sub_email_${round}`;
    const { id: lastId } = await principalOf(await startGuest(first));
    await Promise.all([
      buyer.ask(201, 'POST', '/api/auth/register', { email, password }),
      provider.deliverAtOnce(
        shuffled([
          checkout(byEmail, january, { customer_details: { email } }),
          invoice(byEmail, january + 60),
        ]),
      ),
    ]);
    expect(await principalOf(buyer)).toMatchObject({ plan: 'plus', subscriptionId: byEmail });
    // Ids are taken one after another: the two new accounts get two of the next three.
    const subscriptions = [1, 2, 3].map((next) => ({
      id: lastId + next,
      name: `${round}_${next}`,
    }));
    const made = await Promise.all([
      guest.ask(201, 'POST', '/api/auth/guest'),
      ...subscriptions.map(({ id, name }) =>
        provider.deliver(checkout(`sub_id_${name}`, january, references(id))),
      ),
    ]);
    const own = subscriptions.find(({ id }) => id === made[0].id);
    expect(await principalOf(at(first, guest))).toMatchObject({
      plan: 'plus',
      subscriptionId: `sub_id_${own?.name}`,
    });
  }
  provider.expectHardlyAnyRefused();
});

test('an account that is deleted while it is paid for leaves nothing half done', async () => {
  const provider = new Provider(cluster);
  await using database = await connect(cluster.databaseUrl);
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [inTurn(cluster.nodes, round), inTurn(cluster.nodes, round + 1)];
    const account = await startAccount(first);
    await account.endpoint();
    const subscription = `sub_deleted_${round}`;
    const [begin, ...rest] = lifeOf(subscription, account.id);
    if (begin !== undefined && round % 2 === 0) await provider.deliver(begin);
    const deletion = at(second, account).call('DELETE', '/api/auth/me', { password });
    const events = begin === undefined || round % 2 === 0 ? rest : [begin, ...rest];
    await Promise.all([
      deletion.then(({ status }) => expect(status).toBe(204)),
      provider.deliverAtOnce(shuffled(events)),
    ]);
    const {
      rows: [kept],
    } = await database.query(
      `select account_id, forgotten_at, (select count(*) from payment_event where subscription_id = $1) as events
       from subscription where id = $1`,
      [subscription],
    );
    // The event was forgotten with the account, or it came only after the account was gone.
    expect(kept).toMatchObject({ account_id: null });
    if (kept?.forgotten_at === null) expect(kept.events).toBe(String(events.length));
    else expect(kept?.events).toBe('0');
    if (round % 2 === 0) expect(kept?.forgotten_at).not.toBeNull();
    await provider.deliver(eventOf('invoice.payment_failed', january, { subscription }));
    for (const [table, column] of [
      ['account', 'id'],
      ['endpoint', 'account_id'],
      ['session', 'account_id'],
      ['former_plan', 'account_id'],
    ]) {
      const { rows } = await database.query(`select 1 from ${table} where ${column} = $1`, [
        account.id,
      ]);
      expect(rows, table).toEqual([]);
    }
  }
  provider.expectHardlyAnyRefused();
});
