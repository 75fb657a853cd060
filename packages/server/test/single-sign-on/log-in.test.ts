import { expect, test } from 'vitest';
import { isRenewalDue } from '../../src/accounts/sessions.ts';
import { unlinkIdentities } from '../../src/operator/accounts.ts';
import { makeShare } from '../credentials/share-of.ts';
import { forTest } from '../kept-for.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  Visitor,
  withKey,
} from '../start-server.ts';
import { Browser } from './browser.ts';
import { LyingProvider } from './lying-provider.ts';

const hourMs = 3_600_000;
const ada = { sub: 'ada', email: 'Ada@Example.com', email_verified: true };

async function start(environment: Record<string, string> = {}) {
  const provider = forTest(await LyingProvider.start());
  const time = { now: Date.now() };
  const server = forTest(
    await startServer({
      clock: () => time.now,
      environment: { ...provider.environment, ...environment },
    }),
  );
  const { db } = server.store;
  return { provider, server, db, time };
}

test('a guest logs in, and nothing is lost', async () => {
  const { provider, server } = await start({ HOOKWELL_SIGNUP_PLAN: 'plus' });
  const guest = await startGuest(server);
  const token = await guest.endpoint();
  await send(server, token, { method: 'POST', body: 'before' });

  const browser = new Browser(server, guest);
  expect(await browser.logIn(provider, ada, '?next=/e/abc?x=1%23y')).toBe('/e/abc?x=1#y');
  expect(browser.attempts).toEqual([]);
  const { visitor } = browser;
  expect(await visitor.ask(200, 'GET', '/api/auth/me')).toMatchObject({
    ...{ email: ada.email, isGuest: false, plan: 'plus' },
  });
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  expect(await visitor.ask(200, 'GET', '/api/requests')).toMatchObject([
    { body: { raw: 'before' } },
  ]);
  await guest.ask(401, 'GET', '/api/auth/me');
  // PKCE, with the secret in a header.
  expect(provider.exchanged[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect(provider.exchanged[0]?.has('client_secret')).toBe(false);
});

test('an identity has one account, whatever becomes of its email', async () => {
  const { provider, server, db } = await start();
  const idOf = async (claims: typeof ada | { sub: string }) => {
    const browser = new Browser(server);
    expect(await browser.logIn(provider, claims)).toBe('/');
    return await browser.visitor.ask(200, 'GET', '/api/auth/me');
  };
  const first = await idOf(ada);
  expect(await idOf({ ...ada, email: 'other@example.com' })).toEqual(first);
  expect(await idOf({ ...ada, email_verified: false })).toEqual(first);
  expect(await idOf({ sub: 'ada' })).toEqual(first);
  expect(await db.selectFrom('identity').select('subject').execute()).toEqual([{ subject: 'ada' }]);
});

test.each([
  ['unverified', { email: ada.email, email_verified: false }],
  ['verified as a text', { email: ada.email, email_verified: 'true' }],
])(
  'an email that is %s joins no account: the identity has one without an email',
  async (_, claims) => {
    const { provider, server } = await start();
    const owner = new Visitor(server);
    const account = { email: ada.email, password };
    await owner.ask(201, 'POST', '/api/auth/register', account);

    const browser = new Browser(server);
    expect(await browser.logIn(provider, { sub: 'stranger', ...claims })).toBe('/');
    const principal = await browser.visitor.ask(200, 'GET', '/api/auth/me');
    expect(Object.keys(principal).sort()).toEqual(['id', 'isGuest', 'plan', 'status']);
    expect(principal).toMatchObject({ isGuest: false, plan: 'free' });
    const methods = (of: Visitor) => of.ask(200, 'GET', '/api/auth/methods');
    expect(await methods(browser.visitor)).toEqual({ password: false, singleSignOn: true });
    expect(await methods(owner)).toEqual({ password: true, singleSignOn: false });
    expect(await methods(await startGuest(server))).toEqual({
      password: false,
      singleSignOn: false,
    });
    await new Visitor(server).ask(200, 'POST', '/api/auth/login', account);
  },
);

test('a verified email joins its account, and leaves nothing to get in with', async () => {
  const { provider, server, db } = await start();
  const owner = await startAccount(server, 'plus');
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  const token = await owner.endpoint();
  const program = await withKey(owner);
  const other = await startAccount(server, 'plus');
  const otherProgram = await withKey(other);
  const team = await db
    .insertInto('account')
    .values({ kind: 'team', name: 'Team', plan: 'plus', status: 'active', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const membership = {
    team_id: team.id,
    account_id: owner.id,
    role: 'owner',
    joined_at: 0,
  } as const;
  await db.insertInto('member').values(membership).execute();
  const invitation = { team_id: team.id, role: 'viewer', created_at: 0, expires_at: 9e12 } as const;
  await db
    .insertInto('invitation')
    .values([
      { ...invitation, secret_hash: 'a', created_by: owner.id },
      { ...invitation, secret_hash: 'b', created_by: other.id },
    ])
    .execute();
  const { shareSecret } = await makeShare(server, owner.id, token);
  for (const { id } of [owner, other]) {
    await db
      .insertInto('share')
      .values((eb) => ({
        ...{ account_id: team.id, created_by: id, secret_hash: `of ${id}`, redact: 'values' },
        ...{ fields: '[]', created_at: 0, expires_at: 9e12 },
        endpoint_id: eb.selectFrom('endpoint').select('id').where('token', '=', token),
      }))
      .execute();
  }
  await new Visitor(server).ask(200, 'GET', `/api/shared/${shareSecret}`);
  await db
    .insertInto('api_key')
    .values({
      ...{ account_id: team.id, created_by: owner.id, secret_hash: 'c', key_hint: 'c', name: 'c' },
      ...{ tracking_uuid: 'c', tracking_id: '00000', created_at: 0, last_used_at: null },
    })
    .execute();

  const browser = new Browser(server);
  const claims = { sub: 'joiner', email: email.toUpperCase(), email_verified: true };
  expect(await browser.logIn(provider, claims)).toBe('/');
  const { visitor } = browser;
  expect(await visitor.ask(200, 'GET', '/api/auth/me')).toMatchObject({
    ...{ id: owner.id, email },
  });
  expect(await visitor.ask(200, 'GET', '/api/auth/methods')).toMatchObject({ password: false });
  expect(await visitor.ask(200, 'GET', '/api/endpoints')).toMatchObject([{ token }]);
  await owner.ask(401, 'GET', '/api/auth/me');
  await program.ask(401, 'GET', '/api/endpoints');
  await new Visitor(server).ask(401, 'POST', '/api/auth/login', { email, password });
  expect(await db.selectFrom('member').selectAll().execute()).toEqual([membership]);
  const invitations = await db.selectFrom('invitation').select('created_by').execute();
  expect(invitations).toEqual([{ created_by: other.id }]);
  const keys = await db.selectFrom('api_key').select('account_id').execute();
  expect(keys).toEqual([{ account_id: other.id }]);
  const shares = await db.selectFrom('share').select('created_by').execute();
  expect(shares).toEqual([{ created_by: other.id }]);
  await new Visitor(server).ask(404, 'GET', `/api/shared/${shareSecret}`);
  await otherProgram.ask(200, 'GET', '/api/endpoints');
  // The account has no password now: it cannot be given one.
  const change = { currentPassword: password, newPassword: 'another long one' };
  await visitor.ask(401, 'POST', '/api/auth/password', change);
});

test('a second identity with the email of a first one does not get its account', async () => {
  const { provider, server } = await start();
  const first = new Browser(server);
  await first.logIn(provider, ada);
  const guest = await startGuest(server);
  const second = new Browser(server, guest);
  const end = await second.logIn(provider, { ...ada, sub: 'another ada' }, '?next=/plan');
  expect(end).toBe('/login?problem=email-taken&next=%2Fplan');
  await first.visitor.ask(200, 'GET', '/api/auth/me');
  // It is still the guest that it was.
  await guest.ask(200, 'GET', '/api/auth/me');
});

test('an operator takes the account from an identity, and the next one joins it', async () => {
  const { provider, server, db, time } = await start();
  const first = new Browser(server);
  await first.logIn(provider, ada);
  const { id } = await first.visitor.ask(200, 'GET', '/api/auth/me');
  await unlinkIdentities({ db, clock: () => time.now }, ada.email);
  await first.visitor.ask(401, 'GET', '/api/auth/me');
  const second = new Browser(server);
  expect(await second.logIn(provider, { ...ada, sub: 'another ada' })).toBe('/');
  expect(await second.visitor.ask(200, 'GET', '/api/auth/me')).toMatchObject({ id });
  expect(await first.logIn(provider, ada)).toMatch('problem=email-taken');
});

test('the identity of another issuer joins as any does', async () => {
  const { provider, server, db } = await start();
  const browser = new Browser(server);
  await browser.logIn(provider, ada);
  await db.updateTable('identity').set({ issuer: 'https://former.example' }).execute();
  const again = new Browser(server);
  expect(await again.logIn(provider, ada)).toBe('/');
  await browser.visitor.ask(401, 'GET', '/api/auth/me');
  expect(await db.selectFrom('account').select('id').execute()).toHaveLength(1);
});

test('the session ends after twelve hours, however it is used', async () => {
  const { provider, server, time } = await start();
  const browser = new Browser(server);
  const back = provider.leadBack(await browser.begin(), ada);
  const response = await browser.get(`${back.pathname}${back.search}`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^hookwell_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  for (let hour = 0; hour < 12; hour += 1) {
    expect((await browser.visitor.call('GET', '/api/auth/me')).headers.getSetCookie()).toEqual([]);
    time.now += hourMs;
  }
  await browser.visitor.ask(401, 'GET', '/api/auth/me');
});

test('it is not renewed, however long the interval of renewals is', () => {
  const account = { kind: null, email: ada.email } as const;
  const isDue = (ends_at: number | null) =>
    isRenewalDue({ account, session: { renewed_at: 0, ends_at } }, 48 * hourMs);
  expect([isDue(null), isDue(12 * hourMs)]).toEqual([true, false]);
});

test('its streams end with it', async () => {
  const provider = forTest(await LyingProvider.start());
  const time = { now: Date.now() };
  const { environment } = provider;
  const clock = () => time.now;
  const server = forTest(await startServer({ clock, environment, streamCheckMs: 20 }));
  const browser = new Browser(server);
  await browser.logIn(provider, ada);
  const stream = await browser.visitor.call('GET', '/api/sse');
  time.now += 12 * hourMs;
  // It would never end otherwise.
  expect(await stream.text()).not.toBe(undefined);
});

test('an account without a password is deleted within ten minutes of a log-in', async () => {
  const { provider, server, db, time } = await start();
  const browser = new Browser(server);
  await browser.logIn(provider, ada);
  time.now += 10 * 60_000 + 1;
  expect(await browser.visitor.ask(403, 'DELETE', '/api/auth/me', { password })).toEqual({
    error: 'Log in again to delete this account: the log-in must be less than ten minutes old',
  });
  await browser.logIn(provider, ada);
  time.now += 10 * 60_000 - 1;
  await browser.visitor.ask(204, 'DELETE', '/api/auth/me');
  expect(await db.selectFrom('account').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('identity').selectAll().execute()).toEqual([]);
  // It begins anew.
  expect(await browser.logIn(provider, ada)).toBe('/');
});

test('whoever is let in no more is refused at the next log-in', async () => {
  const { provider, server } = await start({ HOOKWELL_OIDC_ALLOW: 'group:dev' });
  const browser = new Browser(server);
  expect(await browser.logIn(provider, { ...ada, groups: ['dev'] })).toBe('/');
  expect(await browser.logIn(provider, { ...ada, groups: [] })).toMatch('problem=not-allowed');
  expect(server.logLines.findLast((line) => line.includes('log-in refused'))).toMatch(
    /"address":"127.0.0.1","account":"Ada@Example.com","reason":"[^"]*","msg":"log-in refused"\}$/m,
  );
});

test('with passwords off, only single sign-on leads in', async () => {
  const { provider, server } = await start({ HOOKWELL_PASSWORD_LOGIN: 'off' });
  const visitor = new Visitor(server);
  expect((await visitor.ask(200, 'GET', '/api/service')).login).toEqual({
    password: false,
    oidc: true,
  });
  const account = await startAccount(server);
  const off = { error: 'Passwords are switched off here: use single sign-on' };
  const credentials = { email: 'a@example.com', password };
  expect(await visitor.ask(403, 'POST', '/api/auth/register', credentials)).toEqual(off);
  expect(await visitor.ask(403, 'POST', '/api/auth/login', {})).toEqual(off);
  const change = { currentPassword: password, newPassword: 'another long one' };
  expect(await account.ask(403, 'POST', '/api/auth/password', change)).toEqual(off);
  await visitor.ask(201, 'POST', '/api/auth/guest');
  expect(await new Browser(server).logIn(provider, ada)).toBe('/');
});

test('the audit says who came in, who joined, and who was refused', async () => {
  const { provider, server, db } = await start({ HOOKWELL_OIDC_ALLOW: 'example.com,group:dev' });
  const owner = new Visitor(server);
  await owner.ask(201, 'POST', '/api/auth/register', { email: ada.email, password });
  const guest = await startGuest(server);
  await guest.endpoint();
  const browser = new Browser(server, guest);
  expect(await browser.logIn(provider, ada)).toBe('/');
  await new Browser(server).logIn(provider, { ...ada, sub: 'another' });
  const rows = () =>
    db.selectFrom('audit').select(['action', 'actor', 'subject']).orderBy('id').execute();
  const by = { actor: ada.email };
  await expect.poll(rows).toEqual([
    { ...by, action: 'account.register', subject: null },
    { ...by, action: 'identity.join', subject: provider.issuer },
    { ...by, action: 'login', subject: 'single sign-on' },
    { ...by, action: 'guest.merge', subject: '1 endpoint' },
    { action: 'login.failed', actor: 'unknown', subject: null },
  ]);
});
