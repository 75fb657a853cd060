import { operations } from '@hookwell/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type TestServer,
  Visitor,
  withKey,
} from '../start-server.ts';

/*
 * Every route with every kind of credential, generated from the contract: a new operation without a
 * row in `fixtures` fails, and so does one whose answers differ from what its `credentials` promise.
 */

type OperationName = keyof typeof operations;

/** Things that exist for one case: they belong to the caller, or to another account. */
interface Things {
  token: string;
  id: number;
  trackingId: string;
}

interface Fixture {
  /** The status if the credential is good enough. */
  success: number;
  body?: (caller: Caller) => unknown;
  query?: string;
  /** The operation needs a plan with API keys, whatever the credential. */
  paidPlan?: boolean;
  /** The operation ends the caller's account, session or endpoints, so the case gets an account of its own. */
  destructive?: boolean;
}

let emails = 0;

const fixtures: Record<OperationName, Fixture> = {
  createEndpoint: { success: 201 },
  deleteEndpoint: { success: 204 },
  listEndpoints: { success: 200 },
  regenerateEndpoints: { success: 201, destructive: true },
  updateEndpoint: { success: 200, body: () => ({ badgeName: 'new name' }) },
  clearEndpointRequests: { success: 204 },
  clearRequests: { success: 204, destructive: true },
  deleteRequest: { success: 204 },
  getRequest: { success: 200 },
  getRequestBody: { success: 200 },
  getRequestWire: { success: 200 },
  listEndpointRequests: { success: 200 },
  listRequests: { success: 200 },
  liveStream: { success: 200 },
  changePassword: {
    success: 204,
    body: () => ({ currentPassword: password, newPassword: 'another long one' }),
    destructive: true,
  },
  deleteAccount: { success: 204, body: () => ({ password }), destructive: true },
  getPrincipal: { success: 200 },
  logIn: {
    success: 200,
    body: () => ({ email: 'known@example.com', password }),
    destructive: true,
  },
  logOut: { success: 204, destructive: true },
  register: {
    success: 201,
    body: () => {
      emails += 1;
      return { email: `new-${emails}@example.com`, password };
    },
    destructive: true,
  },
  startGuestSession: { success: 200 },
  createApiKey: { success: 201, body: () => ({ name: 'a key' }), paidPlan: true },
  deleteApiKey: { success: 204 },
  listApiKeys: { success: 200, paidPlan: true },
  listPlans: { success: 200 },
  getApiDescription: { success: 200 },
  getService: { success: 200 },
  getHealth: { success: 200 },
  getMetrics: { success: 200 },
  getReadiness: { success: 200 },
};

type CredentialKind =
  | 'none'
  | 'guest'
  | 'free'
  | 'plus'
  | 'plusKey'
  | 'freeKey'
  | 'deletedKey'
  | 'mistypedKey'
  | 'expiredSession'
  | 'loggedOutSession'
  | 'goodKeyWithDeadSession'
  | 'deadKeyWithGoodSession';

const credentialKinds: readonly CredentialKind[] = [
  'none',
  'guest',
  'free',
  'plus',
  'plusKey',
  'freeKey',
  'deletedKey',
  'mistypedKey',
  'expiredSession',
  'loggedOutSession',
  'goodKeyWithDeadSession',
  'deadKeyWithGoodSession',
];

/** A credential as it is sent, and a session of the same account that can make things for it. */
interface Caller {
  sends: Visitor;
  owner: Visitor;
}

let server: TestServer;
let now = Date.now();
let stranger: Visitor;
const shared = new Map<CredentialKind, Caller>();

beforeAll(async () => {
  server = await startServer({
    clock: () => now,
    environment: { HOOKWELL_PLANS: '{"free":{"endpoints":1000},"plus":{"endpoints":1000}}' },
  });
  stranger = await startAccount(server, 'plus');
  await new Visitor(server).ask(201, 'POST', '/api/auth/register', {
    email: 'known@example.com',
    password,
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function makeCaller(kind: CredentialKind): Promise<Caller> {
  if (kind === 'none') return { sends: new Visitor(server), owner: stranger };
  if (kind === 'guest') {
    const guest = await startGuest(server);
    return { sends: guest, owner: guest };
  }
  const owner = await startAccount(server, kind === 'free' ? 'free' : 'plus');
  const setPlan = (plan: 'free' | 'plus') =>
    server.store.db.updateTable('account').set({ plan }).where('id', '=', owner.id).execute();
  switch (kind) {
    case 'free':
    case 'plus':
      return { sends: owner, owner };
    case 'plusKey':
      return { sends: await withKey(owner), owner };
    case 'freeKey': {
      const sends = await withKey(owner);
      await setPlan('free');
      return { sends, owner };
    }
    case 'deletedKey':
      return { sends: await withDeletedKey(owner), owner };
    case 'mistypedKey': {
      const { key = '' } = await withKey(owner);
      const last = key.endsWith('a') ? 'b' : 'a';
      return { sends: new Visitor(server, { key: key.slice(0, -1) + last }), owner };
    }
    case 'expiredSession':
      return { sends: await withExpiredSession(owner), owner };
    case 'loggedOutSession':
      return { sends: await withDeadSession(owner), owner };
    case 'goodKeyWithDeadSession': {
      const { key = '' } = await withKey(owner);
      const { cookie = '' } = await withDeadSession(owner);
      return { sends: new Visitor(server, { key, cookie }), owner };
    }
    case 'deadKeyWithGoodSession': {
      const { key = '' } = await withDeletedKey(owner);
      return { sends: new Visitor(server, { key, cookie: owner.cookie ?? '' }), owner };
    }
  }
}

async function withDeletedKey(owner: Visitor): Promise<Visitor> {
  const keyed = await withKey(owner);
  const [{ trackingId }] = await owner.ask(200, 'GET', '/api/keys');
  await owner.ask(204, 'DELETE', `/api/keys/${trackingId}`);
  return keyed;
}

/** A second session of the account; the owner goes on with its own. */
async function secondSession(owner: Visitor): Promise<Visitor> {
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  const second = new Visitor(server);
  await second.ask(200, 'POST', '/api/auth/login', { email, password });
  return second;
}

async function withDeadSession(owner: Visitor): Promise<Visitor> {
  const second = await secondSession(owner);
  const { cookie = '' } = second;
  await second.ask(204, 'POST', '/api/auth/logout');
  return new Visitor(server, { cookie });
}

async function withExpiredSession(owner: Visitor): Promise<Visitor> {
  const second = await secondSession(owner);
  await server.store.db
    .updateTable('session')
    .set({ expires_at: now - 1 })
    .where('id', '=', (eb) => eb.selectFrom('session').select((e) => e.fn.max('id').as('id')))
    .execute();
  return second;
}

/** The caller as the server recognises it on a route: by a session, by a key, or not at all. */
function recognisedAs(
  kind: CredentialKind,
  accepts: string,
): 'session' | 'key' | 'freeKey' | 'nobody' {
  const keyCounts = accepts === 'sessionOrKey';
  switch (kind) {
    case 'guest':
    case 'free':
    case 'plus':
      return 'session';
    case 'plusKey':
    case 'goodKeyWithDeadSession':
      return keyCounts ? 'key' : 'nobody';
    case 'freeKey':
      return keyCounts ? 'freeKey' : 'nobody';
    case 'deadKeyWithGoodSession':
      return keyCounts ? 'nobody' : 'session';
    default:
      return 'nobody';
  }
}

function expectedStatus(name: OperationName, kind: CredentialKind): number {
  const { config } = operations[name];
  const { success, paidPlan } = fixtures[name];
  const isGuest = kind === 'guest';
  if (config.credentials === 'none') {
    if (name === 'startGuestSession') {
      return recognisedAs(kind, 'session') === 'session' ? 200 : 201;
    }
    return success;
  }
  const recognised = recognisedAs(kind, config.credentials);
  if (recognised === 'nobody') return 401;
  if (recognised === 'freeKey') return 403;
  if (paidPlan && (kind === 'guest' || kind === 'free')) return 403;
  // A guest has no password to change.
  if (name === 'changePassword' && isGuest) return 401;
  return success;
}

async function makeThings(owner: Visitor): Promise<Things> {
  const token = await owner.endpoint();
  const { id } = await send(server, token, { method: 'POST', body: 'hello' });
  const account = await owner.ask(200, 'GET', '/api/auth/me');
  const trackingId = Math.floor(Math.random() * 0xfffff)
    .toString(16)
    .padStart(5, '0');
  await server.store.db
    .insertInto('api_key')
    .values({
      account_id: account.id,
      secret_hash: `${account.id}-${trackingId}-${Math.random()}`,
      key_hint: 'wh-aaaa…bbbb',
      name: 'made by a test',
      tracking_uuid: `00000000-0000-7000-8000-0000000${trackingId}`,
      tracking_id: trackingId,
      created_at: now,
      last_used_at: null,
    })
    .execute();
  return { token, id, trackingId };
}

function addressOf(name: OperationName, things: Things): string {
  const { url } = operations[name];
  return url
    .replace(':token', things.token)
    .replace(':id', String(things.id))
    .replace(':trackingId', things.trackingId);
}

async function answerOf(
  name: OperationName,
  caller: Caller,
  things: Things,
): Promise<{ status: number; cacheControl: string | null }> {
  const { body } = fixtures[name];
  const response = await caller.sends.call(
    operations[name].method,
    addressOf(name, things),
    body?.(caller),
  );
  // A live stream never ends by itself.
  await response.body?.cancel();
  return { status: response.status, cacheControl: response.headers.get('cache-control') };
}

/** These operations take no credential, but their answers are for the caller alone. */
const handsOutCookie: readonly OperationName[] = ['register', 'logIn', 'startGuestSession'];
/** This operation may take a token of its own. */
const mayTakeToken: readonly OperationName[] = ['getMetrics'];

/** Answers and refusals that no browser and no proxy may keep. */
function expectedCacheControl(name: OperationName, status: number): string | null {
  if (name === 'liveStream' && status === 200) return 'no-store, no-transform';
  const isPersonal =
    operations[name].config.credentials !== 'none' ||
    handsOutCookie.includes(name) ||
    mayTakeToken.includes(name);
  return isPersonal ? 'no-store' : null;
}

const names = Object.keys(operations).filter((name): name is OperationName => name in fixtures);

test('every operation has a row', () => {
  expect(names.sort()).toEqual(Object.keys(operations).sort());
});

describe.each(credentialKinds)('with %s', (kind) => {
  test.each(names)('%s', async (name) => {
    const alone = fixtures[name].destructive || operations[name].config.credentials === 'none';
    let caller = alone ? undefined : shared.get(kind);
    if (caller === undefined) {
      caller = await makeCaller(kind);
      if (!alone) shared.set(kind, caller);
    }
    const things = await makeThings(caller.owner);
    const status = expectedStatus(name, kind);
    const cacheControl = expectedCacheControl(name, status);
    expect(await answerOf(name, caller, things)).toEqual({ status, cacheControl });
  });
});

describe('things of another account answer like things that do not exist, byte for byte', () => {
  const withParameter = names.filter((name) => operations[name].url.includes(':'));
  test.each(withParameter)('%s', async (name) => {
    const caller = await makeCaller('plus');
    const carriers =
      operations[name].config.credentials === 'session'
        ? [caller.sends]
        : [caller.sends, await withKey(caller.owner)];
    const foreign = await makeThings(stranger);
    const unknown = { token: 'a'.repeat(26), id: 999_999_999, trackingId: '00000' };
    for (const carrier of carriers) {
      const answers = [];
      for (const things of [foreign, unknown]) {
        const response = await carrier.call(
          operations[name].method,
          addressOf(name, things),
          fixtures[name].body?.(caller),
        );
        const headers = [...response.headers].filter(
          ([header]) => header !== 'date' && header !== 'x-request-id',
        );
        answers.push({ status: response.status, headers, body: await response.text() });
      }
      expect(answers[0]?.status).toBe(404);
      expect(answers[0]?.headers).toContainEqual(['cache-control', 'no-store']);
      expect(answers[0]).toEqual(answers[1]);
    }
    // The target of the refused call is unchanged.
    expect((await stranger.call('GET', `/api/requests/${foreign.id}`)).status).toBe(200);
    expect(
      (await stranger.ask(200, 'GET', '/api/keys')).map(
        (key: { trackingId: string }) => key.trackingId,
      ),
    ).toContain(foreign.trackingId);
  });
});

test('refusals before the handler runs are not cached either', async () => {
  const { sends } = shared.get('plus') ?? (await makeCaller('plus'));
  const noStore = async (method: string, path: string, body: unknown, headers = {}) => {
    const cookie = sends.cookie ?? '';
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, cacheControl: response.headers.get('cache-control') };
  };
  const no = (status: number) => ({ status, cacheControl: 'no-store' });
  expect(await noStore('POST', '/api/keys', { name: '' })).toEqual(no(400));
  expect(await noStore('POST', '/api/keys', { name: 'x'.repeat(100_000) })).toEqual(no(413));
  expect(await noStore('POST', '/api/auth/login', { email: 7 })).toEqual(no(400));
  const wrong = { email: 'known@example.com', password: 'not the right one' };
  expect(await noStore('POST', '/api/auth/login', wrong)).toEqual(no(401));
  const taken = { email: 'known@example.com', password };
  expect(await noStore('POST', '/api/auth/register', taken)).toEqual(no(409));
  const foreign = { origin: 'https://evil.example' };
  expect(await noStore('POST', '/api/endpoints', undefined, foreign)).toEqual(no(403));
  expect(await noStore('GET', '/api/requests?limit=0', undefined)).toEqual(no(400));
  expect(await noStore('GET', '/api/requests/1/body', undefined)).toEqual(no(404));
});

test('a guest session that ran out counts for nothing, and its cookie is not taken up again', async () => {
  const guest = await startGuest(server);
  now += 7 * 24 * 3600 * 1000 + 1000;
  expect((await guest.call('GET', '/api/auth/me')).status).toBe(401);
  const again = await guest.call('POST', '/api/auth/guest');
  expect(again.status).toBe(201);
});
