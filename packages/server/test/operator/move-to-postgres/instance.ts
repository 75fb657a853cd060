import { randomBytes } from 'node:crypto';
import { parseConfig } from '../../../src/config.ts';
import { setPlan } from '../../../src/operator/accounts.ts';
import type { Store } from '../../../src/store/store.ts';
import { deliverAll, lifeOf, environment as payments } from '../../billing/payment-provider.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
  withKey,
} from '../../start-server.ts';
import { addEndpointWithSettings, answeredCapture } from '../../store/answered-captures.ts';
import type { SqliteTestDatabase } from '../../store/sqlite-database.ts';
import { appendMany } from '../../store/store-fixture.ts';
import { addAccount, addEndpoint, deleteEndpoint, newCapture } from '../../store/store-rows.ts';
import { invite, join, setPlanOf } from '../../teams/team-server.ts';
import { captureOddities } from './odd-captures.ts';
import { type Credentials, everythingShown, type Shown } from './shown.ts';

/** The same base URL for the server before and the server after, since answers contain addresses. */
export const environment = { ...payments, HOOKWELL_BASE_URL: 'http://hooks.example' };

export const email = 'member@example.com';

export interface Instance {
  visitors: Record<'guest' | 'payer' | 'member' | 'program' | 'programOfTeam', Credentials>;
  /** Everything that each of these visitors sees. */
  shown: Record<string, Shown>;
  guestToken: string;
  /** The highest ids that were ever used; the rows with them are gone. */
  lastIds: { capture: number; account: number };
  /**
   * Has 3 captures that are cleared but not purged yet and one after them; has deleted an endpoint with 3 more. Of 3
   * captures of another endpoint, 2 are cleared but counted.
   */
  clearing: { accountId: number; endpointId: number; partlyClearedId: number };
}

/** An instance with everything that an instance can have, made through a server that has ended since. */
export async function makeInstance(database: SqliteTestDatabase): Promise<Instance> {
  const serving = await serve(database);
  return { ...serving, clearing: await clearBehindItsBack(database) };
}

async function serve(database: SqliteTestDatabase): Promise<Omit<Instance, 'clearing'>> {
  await using server = await startServer({ environment, databaseUrl: database.url });
  const guest = await startGuest(server);
  const guestToken = await guest.endpoint();
  await captureOddities(server, guestToken);

  const payer = await startAccount(server);
  await deliverAll(server, lifeOf('sub_payer', payer.id).slice(0, 4));
  await deliverAll(server, lifeOf('sub_nobody', 4711).slice(0, 2));
  const program = await withKey(payer);
  const kept = await program.endpoint();
  const cleared = await program.endpoint();
  const deleted = await program.endpoint();
  await payer.ask(200, 'PATCH', `/api/endpoints/${kept}`, { badgeName: 'Zürich 🧾 "orders"' });
  await payer.ask(200, 'PUT', `/api/endpoints/${kept}/contract`, { events: { paid: true } });
  for (const token of [kept, cleared, deleted, kept, cleared, deleted]) {
    await send(server, token, { method: 'POST', body: randomBytes(3000) });
  }
  await payer.ask(204, 'DELETE', `/api/requests/endpoint/${cleared}`);
  await payer.ask(204, 'DELETE', `/api/endpoints/${deleted}`);

  const registration = { email, password };
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', registration);
  const member = await startGuest(server);
  await send(server, await member.endpoint(), { method: 'POST', body: 'as a guest' });
  await member.ask(200, 'POST', '/api/auth/login', registration);
  const operator = { db: server.store.db, clock: Date.now, config: parseConfig(environment) };
  await setPlan(operator, email, 'plus');
  await setPlan(operator, email, 'free');

  const programOfTeam = await keyOfTeam(server, payer, member);

  const gone = await startAccount(server);
  await gone.ask(204, 'DELETE', '/api/auth/me', { password });
  const last = await send(server, guestToken, { method: 'POST', body: 'soon gone' });
  await guest.ask(204, 'DELETE', `/api/requests/${last.id}`);

  const visitors = { guest, payer, member, program, programOfTeam };
  return {
    visitors,
    shown: await everythingShown(server, visitors),
    guestToken,
    lastIds: { capture: last.id, account: gone.id },
  };
}

/** The key of a member of a team, which has an endpoint that was its owner's, a share of it, and an open invitation. */
async function keyOfTeam(server: TestServer, owner: Visitor, member: Visitor): Promise<Visitor> {
  const token = await owner.endpoint();
  await send(server, token, { method: 'POST', body: 'of a team' });
  const { id } = await owner.ask(201, 'POST', '/api/teams', { name: 'Zürich 🧾' });
  await setPlanOf(server, id);
  await owner.ask(204, 'POST', `/api/endpoints/${token}/move`, { to: id });
  await join(owner, id, 'member', member);
  await invite(owner, id, 'viewer');
  const share = { endpoint: token, days: 1, redact: 'secrets' };
  await member.ask(201, 'POST', `/api/shares?account=${id}`, share);
  const { secret } = await member.ask(201, 'POST', `/api/keys?account=${id}`, { name: 'Team' });
  return new Visitor(server, { key: secret });
}

/** Clears without the server, which would purge at once. */
async function clearBehindItsBack(database: SqliteTestDatabase): Promise<Instance['clearing']> {
  const store = await database.open();
  try {
    const accountId = await addAccount(store);
    await captureDeliveries(store, accountId);
    const endpointId = await addEndpoint(store, accountId);
    // Guests without a session are removed.
    await store.db
      .updateTable('account')
      .set({ email: 'clearing@example.com' })
      .where('id', '=', accountId)
      .execute();
    await appendMany(store, endpointId, 3);
    await store.captures.clear({ accountId, endpointId });
    const deleted = await addEndpoint(store, accountId);
    await appendMany(store, deleted, 3);
    await deleteEndpoint(store, deleted);
    const recent = { receivedAt: Date.now() };
    await store.captures.append(newCapture(endpointId, recent));
    const partlyClearedId = await addEndpoint(store, accountId);
    const partly = Array.from({ length: 3 }, () => newCapture(partlyClearedId, recent));
    const ids = await Promise.all(partly.map((capture) => store.captures.append(capture)));
    await store.captures.clear({ accountId, endpointId: partlyClearedId }, ids[1]?.id);
    return { accountId, endpointId, partlyClearedId };
  } finally {
    await store.close();
  }
}

/** Two deliveries on an endpoint with settings: one of two attempts, and one whose sender hung up. */
async function captureDeliveries(store: Store, accountId: number): Promise<void> {
  const endpointId = await addEndpointWithSettings(store, accountId);
  const fields = { receivedAt: Date.now() };
  for (const delivery of ['a', 'Ä', 'a']) {
    const answering = {
      idHash: delivery,
      event: '🧾',
      signature: '{"verdict":"valid"}',
      verdict: 'valid',
    };
    const capture = answeredCapture(endpointId, delivery, { ...fields, answering });
    const appended = await store.captures.append(capture);
    if (appended !== undefined && delivery === 'Ä') {
      await store.captures.noteAnswers([
        { id: appended.id, gaveUpAfter: 4000, cutShortAfter: 3000 },
      ]);
    }
  }
}
