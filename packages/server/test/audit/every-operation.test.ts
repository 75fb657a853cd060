import { operations } from '@hookwell/core/api';
import { beforeAll, describe, expect, test } from 'vitest';
import { CalledServer } from '../credentials/callers.ts';
import {
  addressOf,
  fixtures,
  names,
  type OperationName,
  type Things,
} from '../credentials/route-fixtures.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { password, send, Visitor } from '../start-server.ts';

/* Every operation of the contract, called once with a session: what changes something writes exactly one row. */

const called = forFile(await CalledServer.start());
const { db } = called.server.store;

/** Everything that no row may have: tokens, keys, passwords, cookies, bodies. */
const secrets = new Set<string>([password, 'another long one', '{"hello":1}']);

async function rowsSince(id: number) {
  return await db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').execute();
}

async function newestId(): Promise<number> {
  const { newest } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** What rows these operations write although nobody calls, or another one than that of the account acted for. */
const others: Partial<Record<OperationName, { action: string; by?: string } | undefined>> = {
  register: { action: 'account.register', by: expect.stringMatching(/^new-\d+@example\.com$/) },
  logIn: { action: 'login', by: 'known@example.com' },
  // Its own rows have gone with it, and it is in no team.
  deleteAccount: undefined,
  // Nobody waits for the answer: it is refused.
  answerRequest: undefined,
  updateMember: { action: 'member.to-viewer' },
};

/** The subjects of the rows, by the things that they were called with. */
const subjects: Partial<Record<OperationName, (things: Things) => unknown>> = {
  createShare: ({ token }) =>
    expect.stringMatching(new RegExp(`^share \\d+ of ${token.slice(0, 8)}$`)),
  deleteShare: ({ share, token }) => `share ${share} of ${token.slice(0, 8)}`,
  createEndpoint: () => expect.stringMatching(/^[a-z0-9]{8}$/),
  regenerateEndpoints: () => expect.stringMatching(/^[a-z0-9]{8}$/),
  updateEndpoint: ({ token }) => `new name (${token.slice(0, 8)})`,
  deleteEndpoint: ({ token }) => token.slice(0, 8),
  putSettings: ({ token }) => token.slice(0, 8),
  deleteSettings: ({ token }) => token.slice(0, 8),
  putContract: ({ token }) => token.slice(0, 8),
  deleteContract: ({ token }) => token.slice(0, 8),
  clearEndpointRequests: ({ token }) => token.slice(0, 8),
  createApiKey: () => expect.stringMatching(/^a key \([0-9a-f]{5}\)$/),
  deleteApiKey: () => expect.stringMatching(/^made by a test \([0-9a-f]{5}\)$/),
  createTeam: () => expect.stringMatching(/^new team \(account \d+\)$/),
  updateTeam: () => 'new name',
  deleteTeam: ({ team }) => expect.stringMatching(new RegExp(`^Team \\d+ \\(account ${team}\\)$`)),
  createInvitation: () => expect.stringMatching(/^invitation \d+ \(viewer\)$/),
  deleteInvitation: ({ invitation }) => `invitation ${invitation}`,
  // It lowers nobody.
  acceptInvitation: () => 'owner',
  updateMember: () => expect.stringMatching(/@example\.com$/),
  removeMember: () => expect.stringMatching(/@example\.com$/),
  moveEndpoint: ({ token, team }) => `${token.slice(0, 8)} to account ${team}`,
};

/** Both accounts get a row. */
const toldToBoth: readonly OperationName[] = ['moveEndpoint'];

const paths: Partial<Record<OperationName, 'stream'>> = { liveStream: 'stream' };

interface Case {
  sends: Visitor;
  owner: Visitor;
  things: Things;
}

/** What reads leave as it is, the next operation takes. */
let kept: Case | undefined;

async function caseFor(name: OperationName): Promise<Case> {
  const { destructive = false } = fixtures[name];
  const given = destructive ? undefined : kept;
  if (operations[name].method !== 'GET') kept = undefined;
  if (given !== undefined) return given;
  const { sends, owner } = await called.makeCaller('plus');
  // The last owner of a team cannot delete their account.
  const made = { sends, owner, things: await called.makeThings(owner, { withTeam: !destructive }) };
  if (operations[name].method === 'GET') kept = made;
  return made;
}

describe('with a session', () => {
  test.each(names)('%s', async (name) => {
    const { sends, owner, things } = await caseFor(name);
    const { email } = await owner.ask(200, 'GET', '/api/auth/me');
    secrets.add(things.token);
    secrets.add(things.secret);
    secrets.add(things.shareSecret);
    secrets.add(sends.cookie?.split('=')[1] ?? '');
    const before = await newestId();
    const { method } = operations[name];
    const response = await sends.call(
      method,
      addressOf(name, things),
      fixtures[name].body?.(things),
    );
    if (paths[name] === 'stream') await response.body?.cancel();
    else keepSecretsOf(await response.text());
    secrets.add(sends.cookie?.split('=')[1] ?? '');
    const rows = await rowsSince(before);

    const { audit } = operations[name].config;
    const expected = name in others ? others[name] : audit && { action: audit };
    if (expected === undefined) {
      expect(rows).toEqual([]);
      return;
    }
    const row = expect.objectContaining({
      ...{ action: expected.action, actor: expected.by ?? email, count: 1 },
      subject: subjects[name]?.(things) ?? null,
      ip_address: '127.0.0.1',
      at: called.server.clock(),
    });
    expect(rows).toEqual(toldToBoth.includes(name) ? [row, row] : [row]);
  });
});

function keepSecretsOf(answer: string): void {
  if (!answer.startsWith('{')) return;
  const { token, secret, url } = JSON.parse(answer);
  for (const one of [token, secret, url?.split('/').at(-1)])
    if (typeof one === 'string') secrets.add(one);
}

test('every operation that changes something for a caller is audited', () => {
  const notAudited = names.filter(
    (name) =>
      operations[name].method !== 'GET' &&
      operations[name].config.credentials !== 'none' &&
      operations[name].config.audit === undefined,
  );
  expect(notAudited.sort()).toEqual(['answerRequest', 'createHandoff', 'previewShare']);
});

test('a guest writes nothing, whatever it does', async () => {
  const before = await newestId();
  let last: Pick<Case, 'sends' | 'things'> | undefined;
  for (const name of names) {
    if (operations[name].config.credentials === 'none' || name === 'liveStream') continue;
    const { method } = operations[name];
    if (last === undefined) {
      const { sends, owner } = await called.makeCaller('guest');
      last = { sends, things: await called.makeThings(owner) };
    }
    const { sends, things } = last;
    if (method !== 'GET') last = undefined;
    await (await sends.call(method, addressOf(name, things), fixtures[name].body?.(things))).text();
  }
  const guest = (await called.makeCaller('guest')).sends;
  await guest.endpoint();
  expect(await guest.ask(200, 'GET', '/api/audit')).toEqual([]);
  expect(await rowsSince(before)).toEqual([]);
});

describe('afterwards', () => {
  let all: string;
  beforeAll(async () => {
    all = JSON.stringify(await rowsSince(0));
  });

  test('no row has a secret, nor anything of a body', () => {
    const found = [...secrets].filter((secret) => secret !== '' && all.includes(secret));
    expect(secrets.size).toBeGreaterThan(40);
    expect(found).toEqual([]);
  });
});

test('what is refused writes nothing, but a log-in with a wrong password is counted by the hour', async () => {
  const { sends, owner } = await called.makeCaller('plus');
  const { email } = await owner.ask(200, 'GET', '/api/auth/me');
  const token = await owner.endpoint();
  await send(called.server, token);
  const before = await newestId();
  await sends.ask(404, 'DELETE', `/api/endpoints/${'a'.repeat(26)}`);
  await sends.ask(409, 'DELETE', `/api/endpoints/${token}?empty=true`);
  await sends.ask(400, 'PUT', `/api/endpoints/${token}/settings`, { replies: 7 });
  await sends.ask(400, 'POST', '/api/keys', { name: '' });
  const stranger = new Visitor(called.server);
  for (const _ of [1, 2, 3]) {
    await stranger.ask(401, 'POST', '/api/auth/login', { email, password: 'wrong password' });
  }
  await stranger.ask(401, 'POST', '/api/auth/login', {
    email: 'nobody@example.com',
    password: 'wrong password',
  });
  const newest = () => sends.ask(200, 'GET', '/api/audit?limit=1');
  expect(await eventually(newest, ([entry]) => entry.count === 3)).toMatchObject([
    { action: 'login.failed', by: 'unknown', ipAddress: '127.0.0.1', count: 3 },
  ]);
  expect(await rowsSince(before)).toHaveLength(1);
  called.passTime(3_600_000);
  await stranger.ask(401, 'POST', '/api/auth/login', { email, password: 'wrong password' });
  const rows = await eventually(
    () => rowsSince(before),
    ({ length }) => length > 1,
  );
  expect(rows.map(({ action, count }) => [action, count])).toEqual([
    ['login.failed', 3],
    ['login.failed', 1],
  ]);
});
