import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { moveEndpoints } from '../../src/endpoints/public.ts';
import { removeExpiredShares } from '../../src/shares/public.ts';
import { createShare, findSharedThing } from '../../src/shares/shares.ts';
import { makeTeam } from '../credentials/team-of.ts';
import { forFile } from '../kept-for.ts';
import {
  password,
  send,
  startAccount,
  startGuest,
  startServer,
  type Visitor,
  withKey,
} from '../start-server.ts';
import { comparable, plantShares, share, shown } from './sharing.ts';

const dayMs = 86_400_000;
const clock = { now: Date.UTC(2026, 10, 26, 10) };
const server = forFile(await startServer({ clock: () => clock.now }));

describe('making a share', () => {
  test('tells its address once, and keeps a hash', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const { id: request } = await send(server, token, { method: 'POST', body: '{}' });
    const asked = { endpoint: token, days: 7, redact: 'values', fields: ['tax_id', '☂'] };
    const made = await owner.ask(201, 'POST', '/api/shares', asked);
    expect(made).toEqual({
      id: expect.any(Number),
      url: expect.stringMatching(/\/s\/[\w-]{43}$/),
      createdAt: '2026-11-26T10:00:00.000Z',
      expiresAt: '2026-12-03T10:00:00.000Z',
      endpoint: token,
      redact: 'values',
      fields: ['tax_id', '☂'],
    });
    const other = await owner.ask(201, 'POST', '/api/shares', {
      request,
      days: 1,
      redact: 'secrets',
    });
    expect(other).toMatchObject({ request, redact: 'secrets', fields: [] });
    expect(other).not.toHaveProperty('endpoint');
    const listed = [made, other].map(({ url, ...rest }) => rest);
    expect(await owner.ask(200, 'GET', '/api/shares')).toEqual(listed);
    const rows = await server.store.db.selectFrom('share').selectAll().execute();
    expect(rows.find(({ id }) => id === made.id)?.created_by).toBe(owner.id);
    expect(JSON.stringify(rows)).not.toContain(made.url.slice(-43));
    expect(server.logLines.join()).not.toContain(made.url.slice(-43));
  });

  test.each([
    [{ days: 0 }, 'days'],
    [{ days: 91 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ redact: 'nothing' }, 'redact'],
    [{ redact: undefined }, 'redact'],
    [{ fields: [''] }, 'fields'],
    [{ fields: ['a\0'] }, 'fields'],
    [{ fields: Array(51).fill('a') }, 'fields'],
    [{ request: 1 }, 'Exactly one of request and endpoint'],
    [{ endpoint: undefined }, 'Exactly one of request and endpoint'],
    [{ endpoint: undefined, request: 1e300 }, 'request'],
  ])('is refused with %j', async (wrong, named) => {
    const owner = await startAccount(server);
    const asked = { endpoint: await owner.endpoint(), days: 1, redact: 'secrets', ...wrong };
    for (const path of ['/api/shares', '/api/shares/preview'])
      expect((await owner.ask(400, 'POST', path, asked)).error).toContain(named);
    expect(await owner.ask(200, 'GET', '/api/shares')).toEqual([]);
  });

  test('is for registered accounts, by their session, of their own things', async () => {
    const [owner, other] = [await startAccount(server, 'plus'), await startAccount(server)];
    const token = await owner.endpoint();
    const { id: request } = await send(server, token);
    const of = (what: object) => ({ days: 1, redact: 'secrets', ...what });
    const guest = await startGuest(server);
    const own = of({ endpoint: await guest.endpoint() });
    for (const path of ['/api/shares', '/api/shares/preview']) {
      expect(await guest.ask(403, 'POST', path, own)).toEqual({
        error: 'This needs a registered account',
      });
      await (await withKey(owner)).ask(401, 'POST', path, of({ request }));
      for (const what of [
        { endpoint: token },
        { request },
        { endpoint: 'x' },
        { request: 10 ** 9 },
      ])
        await other.ask(404, 'POST', path, of(what));
    }
    expect(await guest.ask(200, 'GET', '/api/shares')).toEqual([]);
  });

  test('ends at a hundred, exactly; what has ended with its request takes no place', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const { id: request } = await send(server, token);
    await plantShares(server, owner.id, { token, request }, 95);
    const asked = { endpoint: token, days: 1, redact: 'secrets' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => owner.call('POST', '/api/shares', asked)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 403);
    expect(await refused?.json()).toEqual({ error: 'An account can have at most 100 shares' });
    expect(await owner.ask(200, 'GET', '/api/shares')).toHaveLength(100);
    await owner.ask(204, 'DELETE', `/api/requests/${request}`);
    expect(await owner.ask(200, 'GET', '/api/shares')).toHaveLength(5);
    await owner.ask(201, 'POST', '/api/shares', asked);
    expect(await owner.ask(200, 'GET', '/api/shares')).toHaveLength(6);
    clock.now += dayMs;
    expect(await owner.ask(200, 'GET', '/api/shares')).toEqual([]);
    await owner.ask(201, 'POST', '/api/shares', asked);
  });

  test('preview tells the same and stores nothing', async () => {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    for (const body of ['{"token":"abcdefgh","n":1}', '{"n":2}'])
      await send(server, token, { method: 'POST', body, path: '/p?sig=12345678' });
    for (const redact of ['secrets', 'values'] as const) {
      const asked = { endpoint: token, days: 90, redact, fields: ['n'] };
      const preview = await owner.ask(200, 'POST', '/api/shares/preview', asked);
      expect(await owner.ask(200, 'GET', '/api/shares')).toEqual([]);
      const { id, secret } = await share(owner, { endpoint: token }, asked);
      const { requests } = await shown(server, secret);
      expect(preview).toEqual({ requests });
      expect(requests).toHaveLength(2);
      await owner.ask(204, 'DELETE', `/api/shares/${id}`);
    }
  });
});

describe('a share that has ended is as unknown as one that never was', () => {
  const never = () => shown(server, 'A'.repeat(43));

  /** Shares of a new account that end when something is done: each answers then as an unknown one does. */
  async function expectEnded(
    end: (made: Awaited<ReturnType<typeof makeShares>>) => Promise<unknown>,
    which: readonly ('ofEndpoint' | 'ofRequest')[] = ['ofEndpoint', 'ofRequest'],
  ): Promise<void> {
    const made = await makeShares();
    for (const kind of which) expect((await shown(server, made[kind].secret)).status).toBe(200);
    await end(made);
    const unknown = comparable(await never());
    expect(unknown).toMatchObject({ status: 404, text: '{"error":"Not found"}' });
    for (const kind of which) {
      const { secret } = made[kind];
      for (const query of ['', '?before=AAAAAAAAAAAAAAAAAAAAAA', '?limit=1'])
        expect(comparable(await shown(server, secret, { query }))).toEqual(unknown);
      const head = { method: 'HEAD' };
      expect(comparable(await shown(server, secret, head))).toEqual(
        comparable(await shown(server, 'A'.repeat(43), head)),
      );
    }
  }

  async function makeShares() {
    const owner = await startAccount(server);
    const token = await owner.endpoint();
    const { id: request } = await send(server, token, { method: 'POST', body: '{"n":1}' });
    const [ofEndpoint, ofRequest] = [
      await share(owner, { endpoint: token }),
      await share(owner, { request }),
    ];
    return { owner, token, request, ofEndpoint, ofRequest };
  }

  test('revoked', () =>
    expectEnded(async ({ owner, ofEndpoint, ofRequest }) => {
      for (const { id } of [ofEndpoint, ofRequest]) {
        const stranger = await startAccount(server);
        await stranger.ask(404, 'DELETE', `/api/shares/${id}`);
        await owner.ask(204, 'DELETE', `/api/shares/${id}`);
        await owner.ask(404, 'DELETE', `/api/shares/${id}`);
      }
    }));

  test('expired, to the millisecond; its row goes with the retention', async () => {
    await expectEnded(async ({ ofEndpoint }) => {
      clock.now += dayMs - 1;
      expect((await shown(server, ofEndpoint.secret)).status).toBe(200);
      clock.now += 1;
    });
    const rows = () => server.store.db.selectFrom('share').select('id').execute();
    const before = (await rows()).length;
    expect(before).toBeGreaterThan(3);
    expect(await removeExpiredShares(server, 3)).toBe(3);
    expect(await rows()).toHaveLength(before - 3);
  });

  test('its endpoint deleted', () =>
    expectEnded(({ owner, token }) => owner.ask(204, 'DELETE', `/api/endpoints/${token}`)));

  test('its request deleted, cleared', async () => {
    await expectEnded(
      ({ owner, request }) => owner.ask(204, 'DELETE', `/api/requests/${request}`),
      ['ofRequest'],
    );
    await expectEnded(
      ({ owner, token }) => owner.ask(204, 'DELETE', `/api/requests/endpoint/${token}`),
      ['ofRequest'],
    );
    await expectEnded(
      ({ owner, token, request }) =>
        owner.ask(204, 'DELETE', `/api/requests/endpoint/${token}?through=${request}`),
      ['ofRequest'],
    );
  });

  test('its request no longer kept', () =>
    expectEnded(
      async ({ owner, ofRequest }) => {
        await server.store.captures.removeOldest({ accountId: owner.id }, { keepCount: 0 });
        expect(await owner.ask(200, 'GET', '/api/shares')).not.toContainEqual(
          expect.objectContaining({ id: ofRequest.id }),
        );
      },
      ['ofRequest'],
    ));

  test('its account deleted', () =>
    expectEnded(({ owner }) => owner.ask(204, 'DELETE', '/api/auth/me', { password })));

  test('made for a team: its maker removed; its endpoint moved by its owner', async () => {
    const [owner, member] = [await startAccount(server, 'plus'), await startAccount(server)];
    const { team } = await makeTeam(server, { [owner.id]: 'owner', [member.id]: 'member' });
    const account = `?account=${team}`;
    const { token } = await owner.ask(201, 'POST', `/api/endpoints${account}`);
    const make = async (maker: Visitor): Promise<string> => {
      const asked = { endpoint: token, days: 1, redact: 'secrets' };
      return (await maker.ask(201, 'POST', `/api/shares${account}`, asked)).url.slice(-43);
    };
    const [first, second] = [await make(member), await make(owner)];
    const statuses = async () => [
      (await shown(server, first)).status,
      (await shown(server, second)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    expect(await owner.ask(200, 'GET', `/api/shares${account}`)).toHaveLength(2);
    expect(await owner.ask(200, 'GET', '/api/shares')).toEqual([]);
    await owner.ask(204, 'DELETE', `/api/teams/${team}/members/${member.id}`);
    expect(await statuses()).toEqual([404, 200]);
    await owner.ask(204, 'POST', `/api/endpoints/${token}/move${account}`, { to: owner.id });
    expect(await statuses()).toEqual([404, 404]);
  });

  test('a member who was let in before is removed, or may only read: makes none afterwards', async () => {
    const [owner, member] = [await startAccount(server), await startAccount(server)];
    const { team } = await makeTeam(server, { [owner.id]: 'owner', [member.id]: 'member' });
    const { db } = server.store;
    const rowOf = (id: number) =>
      db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const session = db.selectFrom('session').select('id').where('account_id', '=', member.id);
    const { id } = await session.executeTakeFirstOrThrow();
    const credential = { kind: 'session', id } as const;
    const caller = { account: await rowOf(team), person: await rowOf(member.id), credential };
    const { token } = await owner.ask(201, 'POST', `/api/endpoints?account=${team}`);
    const what = { endpoint: token, days: 1, redact: 'secrets' } as const;
    const thing = await findSharedThing(db, server.store.captures, team, what);
    const make = () => createShare(server.store, caller, thing, what, server.clock);
    await make();
    const address = `/api/teams/${team}/members/${member.id}`;
    await owner.ask(200, 'PATCH', address, { role: 'viewer' });
    await expect(make()).rejects.toMatchObject({ code: 'roleTooLow' });
    await owner.ask(204, 'DELETE', address);
    await expect(make()).rejects.toMatchObject({ code: 'notFound' });
    expect(await owner.ask(200, 'GET', `/api/shares?account=${team}`)).toEqual([]);
  });

  test('its endpoint moved to another account, and back', () =>
    expectEnded(async ({ owner }) => {
      const other = await startAccount(server);
      await inTransaction(server.store.db, async (transaction) => {
        await moveEndpoints(transaction, owner.id, other.id);
      });
      expect(await other.ask(200, 'GET', '/api/shares')).toEqual([]);
      await inTransaction(server.store.db, async (transaction) => {
        await moveEndpoints(transaction, other.id, owner.id);
      });
      expect(await owner.ask(200, 'GET', '/api/shares')).toEqual([]);
    }));
});
