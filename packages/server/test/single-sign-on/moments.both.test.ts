import { expect, test } from 'vitest';
import { createApiKey } from '../../src/keys/keys.ts';
import { unlinkIdentities } from '../../src/operator/accounts.ts';
import { createShare, findSharedThing } from '../../src/shares/shares.ts';
import { accountOf, enter } from '../../src/single-sign-on/enter.ts';
import { createInvitation } from '../../src/teams/invitations.ts';
import { makeTeam } from '../credentials/team-of.ts';
import { forTest } from '../kept-for.ts';
import { password, startAccount, startServer, Visitor } from '../start-server.ts';

/* What happens at the moment of a first log-in by single sign-on, many times over in both orders. */

const rounds = 6;

async function start() {
  const server = forTest(await startServer());
  const { config, clock } = server;
  const { db } = server.store;
  const join = (subject: string, email: string) =>
    enter(db, config, { issuer: 'a', subject, email, groups: [] }, undefined, clock());
  return { server, db, join };
}

test('two log-ins of one new identity make one account', async () => {
  const { db, join } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const email = `one-${round}@example.com`;
    const sessions = await Promise.all([1, 2, 3].map(() => join(`one-${round}`, email)));
    expect(new Set(sessions.map(({ account }) => account.id)).size).toBe(1);
  }
  expect(await db.selectFrom('account').select('id').execute()).toHaveLength(rounds);
});

test('of two new identities with one email one gets the account', async () => {
  const { db, join } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const email = `two-${round}@example.com`;
    const ends = await Promise.allSettled(['a', 'b'].map((who) => join(`${who}-${round}`, email)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = ends.find((end) => end.status === 'rejected');
    expect(refused?.reason).toMatchObject({ problem: 'email-taken' });
  }
  expect(await db.selectFrom('identity').select('subject').execute()).toHaveLength(rounds);
});

test.each(['register', 'login', 'password'])(
  'at the moment of a %s: no password and no session but that of the identity is left',
  async (path) => {
    const { server, db, join } = await start();
    for (let round = 0; round < rounds; round += 1) {
      const owner = path === 'register' ? undefined : await startAccount(server);
      const email: string =
        owner === undefined
          ? `new-${round}@example.com`
          : (await owner.ask(200, 'GET', '/api/auth/me')).email;
      const other = new Visitor(server, {
        cookie: path === 'password' ? (owner?.cookie ?? '') : '',
      });
      const body =
        path === 'password'
          ? { currentPassword: password, newPassword: 'another long one' }
          : { email, password };
      const call = () => other.call('POST', `/api/auth/${path}`, body);
      const wait = () => new Promise((resolve) => setTimeout(resolve, round * 8));
      const [answer, session] = await Promise.all([call(), wait().then(() => join(email, email))]);
      expect([200, 201, 204, 401, 409]).toContain(answer.status);
      const account = await db
        .selectFrom('account')
        .select(['id', 'password_hash'])
        .where('email_key', '=', email)
        .executeTakeFirstOrThrow();
      expect(account).toEqual({ id: session.account.id, password_hash: null });
      await other.ask(401, 'GET', '/api/auth/me');
      const sessions = await db
        .selectFrom('session')
        .select('ends_at')
        .where('account_id', '=', account.id)
        .execute();
      expect(sessions).toEqual([{ ends_at: expect.any(Number) }]);
    }
  },
);

test('a request that was let in before makes no key, invitation or share afterwards', async () => {
  const { server, db, join } = await start();
  const owner = await startAccount(server, 'plus');
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  const { id: former } = await db.selectFrom('session').select('id').executeTakeFirstOrThrow();
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const caller = {
    ...{ account, person: account },
    credential: { kind: 'session', id: former },
  } as const;
  const { team } = await makeTeam(server, { [owner.id]: 'owner' });
  const token = await owner.endpoint();
  const shared = { endpoint: token, days: 1, redact: 'values' } as const;
  const { store, clock } = server;
  const thing = await findSharedThing(db, store.captures, owner.id, shared);
  const invite = () => createInvitation(db, team, caller, { role: 'owner' }, clock());
  const makeKey = () => createApiKey(db, caller, 'a key', clock);
  const share = () => createShare(store, caller, thing, shared, clock);
  await Promise.allSettled([makeKey(), share(), join('a', email), makeKey(), share()]);
  const ended = { code: 'unauthenticated' };
  await expect(makeKey()).rejects.toMatchObject(ended);
  await expect(invite()).rejects.toMatchObject(ended);
  await expect(share()).rejects.toMatchObject(ended);
  expect(await db.selectFrom('api_key').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('share').selectAll().execute()).toEqual([]);
});

test('an identity that is unlinked meanwhile has no session of the account', async () => {
  const { server, db, join } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const email = `unlinked-${round}@example.com`;
    const { account } = await join(email, email);
    await Promise.all([join(email, email), unlinkIdentities({ db, clock: server.clock }, email)]);
    const isLinked = (await accountOf(db, { issuer: 'a', subject: email })) !== undefined;
    const sessions = db.selectFrom('session').select('id').where('account_id', '=', account.id);
    expect(await sessions.execute()).toHaveLength(isLinked ? 1 : 0);
  }
});

test('an account that is deleted meanwhile is made anew', async () => {
  const { server, db, join } = await start();
  for (let round = 0; round < rounds; round += 1) {
    const { account, value } = await join('gone', 'gone@example.com');
    const leaving = new Visitor(server, { cookie: `hookwell_session=${value}` });
    const [deletion, session] = await Promise.all([
      leaving.call('DELETE', '/api/auth/me'),
      join('gone', 'gone@example.com').catch(() => undefined),
    ]);
    expect(deletion.status).toBe(204);
    const found = await accountOf(db, { issuer: 'a', subject: 'gone' });
    if (found !== undefined) {
      expect(found).toBe(session?.account.id);
      expect(found).not.toBe(account.id);
    }
  }
});
