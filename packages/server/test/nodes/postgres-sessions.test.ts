import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { password, send, startAccount, Visitor, withKey } from '../start-server.ts';
import { at, startNodes } from './start-nodes.ts';
import { watch } from './stream-follower.ts';

test('a session that ended on one node has ended on all of them', async () => {
  await using cluster = await startNodes();
  const [a, b, c] = cluster.nodes;
  const account = await startAccount(a);
  const former = at(b, account);
  await former.ask(200, 'GET', '/api/auth/me');
  await account.ask(204, 'POST', '/api/auth/logout');
  await former.ask(401, 'GET', '/api/auth/me');
  await at(c, former).ask(401, 'GET', '/api/sse');

  const { email } = await startAccount(a).then((other) => other.ask(200, 'GET', '/api/auth/me'));
  const [one, other] = [new Visitor(b), new Visitor(c)];
  for (const visitor of [one, other]) {
    await visitor.ask(200, 'POST', '/api/auth/login', { email, password });
  }
  const newPassword = 'a better one by far';
  await one.ask(204, 'POST', '/api/auth/password', { currentPassword: password, newPassword });
  await at(a, other).ask(401, 'GET', '/api/auth/me');
  await at(a, one).ask(200, 'GET', '/api/auth/me');
  await new Visitor(c).ask(401, 'POST', '/api/auth/login', { email, password });
});

test('a key deleted on one node opens nothing on another', async () => {
  await using cluster = await startNodes();
  const [a, b] = cluster.nodes;
  const account = await startAccount(a, 'plus');
  const program = at(b, await withKey(account));
  await program.ask(200, 'GET', '/api/endpoints');
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  await program.ask(401, 'GET', '/api/endpoints');
});

test('streams of other nodes end with their session, key, plan or endpoint; the rest goes on', async () => {
  await using cluster = await startNodes({ streamCheckMs: 100 });
  const [a, b, c] = cluster.nodes;
  const [account, lapsing] = [await startAccount(a, 'plus'), await startAccount(a, 'plus')];
  const [deleted, kept] = [await account.endpoint(), await account.endpoint()];
  const [key, lapsingKey] = [await withKey(account), await withKey(lapsing)];
  const { email } = await account.ask(200, 'GET', '/api/auth/me');
  const leaving = new Visitor(a);
  await leaving.ask(200, 'POST', '/api/auth/login', { email, password });
  using ofSession = await watch(at(b, leaving));
  using ofKey = await watch(at(c, key));
  using ofPlan = await watch(at(b, lapsingKey));
  using ofEndpoint = await watch(at(c, account), `endpoint=${deleted}`);
  using stays = await watch(at(c, account));

  await leaving.ask(204, 'POST', '/api/auth/logout');
  const [{ trackingId }] = await account.ask(200, 'GET', '/api/keys');
  await account.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  await b.store.db
    .updateTable('account')
    .set({ plan: 'free', status: 'canceled' })
    .where('id', '=', lapsing.id)
    .execute();
  await account.ask(204, 'DELETE', `/api/endpoints/${deleted}`);
  const ending = [ofSession, ofKey, ofPlan, ofEndpoint];
  await eventually(() => ending.every(({ ended }) => ended === 'whole'));
  await lapsing.ask(200, 'GET', '/api/auth/me');
  expect(stays.ended).toBe('no');
  const { id } = await send(a, kept);
  await stays.received(1);
  expect(stays.ids).toEqual([id]);
});
