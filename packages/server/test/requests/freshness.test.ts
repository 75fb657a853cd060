import { parseMatch } from '@hookwell/match';
import { describe, expect, test } from 'vitest';
import { Parties } from '../../src/fairness/parties.ts';
import { createMetrics } from '../../src/metrics.ts';
import {
  findNewestMatch,
  type NewestBounds,
  type NewestSource,
} from '../../src/requests/newest-match.ts';
import { SearchedSoFar } from '../../src/requests/searched-so-far.ts';
import { send, startAccount, startServer, withKey } from '../start-server.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const hour = 3_600_000;

describe('the freshness of an endpoint', () => {
  const start = Date.UTC(2026, 10, 22, 12);
  let now = start;
  const at = (time: number) => {
    now = time;
  };

  test('is that of its newest request, or of the newest that matches', async () => {
    at(start);
    await using server = await startServer({ clock: () => now });
    const visitor = await withKey(await startAccount(server, 'plus'));
    const [token, other] = [await visitor.endpoint(), await visitor.endpoint()];
    const path = (query: string) => `/api/endpoints/${token}/freshness?${query}`;
    const fresh = (query: string) => visitor.ask(200, 'GET', path(query));
    const stale = (query: string) => visitor.ask(409, 'GET', path(query));
    const paid = `within=1h&match=${encodeURIComponent('json.type=paid')}`;

    expect(await stale('within=1h')).toEqual({ fresh: false });
    expect(await stale(paid)).toEqual({ fresh: false });
    const post = (body: string, to = token) => send(server, to, { method: 'POST', body });
    const { id: first } = await post('{"type":"paid"}');
    at(start + hour - 1);
    const { id: second } = await post('{"type":"refunded"}');
    await post('{"type":"paid"}', other);
    const firstSeen = { newestAt: new Date(start).toISOString(), newestId: first };
    const secondSeen = { newestAt: new Date(start + hour - 1).toISOString(), newestId: second };

    expect(await fresh('within=1s')).toEqual({ fresh: true, ...secondSeen });
    expect(await fresh('within=1s&match=')).toEqual({ fresh: true, ...secondSeen });
    expect(await fresh(paid)).toEqual({ fresh: true, ...firstSeen });
    at(start + hour);
    // An hour old is not younger than an hour. What was found before is known, and looked for again.
    expect(await stale(paid)).toEqual({ fresh: false, ...firstSeen });
    expect(await fresh(`${paid.replace('1h', '1.5h')}`)).toEqual({ fresh: true, ...firstSeen });
    at(start + 30 * 24 * hour);
    expect(await stale('within=29d')).toEqual({ fresh: false, ...secondSeen });
    expect(await fresh('within=30d')).toMatchObject({ fresh: true });

    // What comes, and what is removed, counts in the next call.
    const { id: third } = await post('{"type":"paid"}');
    expect(await fresh(paid)).toMatchObject({ newestId: third });
    await visitor.ask(204, 'DELETE', `/api/requests/${third}`);
    expect(await stale(paid)).toEqual({ fresh: false, ...firstSeen });
    await visitor.ask(204, 'DELETE', `/api/requests/endpoint/${token}?through=${first}`);
    expect(await stale(paid)).toEqual({ fresh: false });
    expect(await stale('within=1h')).toEqual({ fresh: false, ...secondSeen });
    // An age that a request reaches later is looked at again.
    const aged = `within=1h&match=${encodeURIComponent('received<1m')}`;
    const { id: fourth } = await post('{"type":"refunded"}');
    expect(await stale(aged)).toMatchObject({ newestId: second });
    at(now + 120_000);
    expect(await fresh(aged)).toMatchObject({ newestId: fourth });

    // Monitors may ask with HEAD.
    for (const [query, status] of [
      ['within=3m', 200],
      ['within=1s', 409],
    ] as const) {
      const head = await visitor.call('HEAD', path(query));
      expect([head.status, await head.text()]).toEqual([status, '']);
    }
    for (const within of ['0s', '999', '1', '0.999s', '31d', '1w', '1h ', '-1h', '1e3s', '500ms'])
      expect(
        await visitor.ask(400, 'GET', path(`within=${encodeURIComponent(within)}`)),
        within,
      ).toEqual({ error: 'within must be a time from 1s to 30d, such as 30m, 1h or 7d' });
    expect((await visitor.ask(400, 'GET', path(''))).error).toMatch(/within/);
    expect((await visitor.ask(400, 'GET', path('within=1h&match=a:b'))).error).toMatch(
      /^match, at character 1: /,
    );
    const stranger = await startAccount(server);
    await stranger.ask(404, 'GET', path('within=1h'));
  });
});

describe('a search for the newest match', () => {
  const opened = withStore();
  const noEnd: NewestBounds = {
    part: { mostTried: 3, mostMs: 1e6, mostBodies: 1e6, mostBodyBytes: 1e12 },
    mostSearchMs: 1e6,
    mostOlderMs: 1e6,
  };
  /** One part a call. */
  const oneByOne: NewestBounds = { ...noEnd, mostSearchMs: 0, mostOlderMs: 0 };
  const match = parseMatch('wanted');

  /** An endpoint, and the searches of it. A capture is received as many milliseconds after 1970 as its number says. */
  async function startSearches(memory = new SearchedSoFar()) {
    const { captures } = opened.store;
    const scope = await addAccountWithEndpoint(opened.store);
    const tried: number[] = [];
    const source: NewestSource = {
      captures: {
        // The steps of a real search are as long as the machine is fast: here each tries three.
        search: async (of, query, by) => {
          const { ids } = await captures.readIds(of, { ...query, limit: 3 });
          const last = ids.at(-1) ?? 0;
          const searchFrom = (before: number | undefined) =>
            captures.search(of, { ...query, before, after: last - 1 }, by);
          let step = await searchFrom(query.before);
          // On a busy machine one ends before it has tried them all.
          while (step.found.length === 0 && step.more)
            step = await searchFrom(step.through ?? query.before);
          const through = step.through ?? last;
          const triedNow = ids.filter((id) => id >= through);
          tried.push(...triedNow);
          const rest = await captures.readIds(of, { ...query, before: through, limit: 1 });
          // Of all its steps: a part is over after so many, and not one step later.
          return { ...step, tried: triedNow.length, more: rest.ids.length > 0 };
        },
        readOne: (...asked) => captures.readOne(...asked),
        readByIds: (...asked) => captures.readByIds(...asked),
        readPage: (...asked) => captures.readPage(...asked),
      },
      reads: { matches: async () => false },
      metrics: createMetrics(),
      parties: new Parties(),
      client: { gone: new AbortController().signal, cut() {} },
    };
    const sought = { scope, party: scope.accountId, match };
    const capture = async (receivedAt: number, body = 'other') => {
      const fields = { body: Buffer.from(body), receivedAt };
      return (await captures.append(newCapture(scope.endpointId, fields)))?.id ?? 0;
    };
    /** The answer, and which captures were tried for it. */
    const find = async (sinceMs: number, bounds = oneByOne) => {
      const page = { order: 'newestFirst', limit: 1, maxBytes: 1, withBody: false } as const;
      const [newest] = (await captures.readPage(scope, page)).captures;
      if (newest === undefined) throw new Error('there is no capture');
      tried.length = 0;
      const asked = { newest, sinceMs, nowMs: 0 };
      const { found, isDecided } = await findNewestMatch(source, memory, sought, asked, bounds);
      return { found: found?.id, isDecided, tried: [...tried] };
    };
    return { capture, find, scope, captures, memory };
  }

  test('goes on where it stopped, and tries what came meanwhile first', async () => {
    const { capture, find } = await startSearches();
    const ids: number[] = [await capture(0, 'wanted')];
    for (let receivedAt = 1; receivedAt <= 7; receivedAt++) ids.push(await capture(receivedAt));
    const captured = (...places: number[]) => places.map((place) => ids[place]);

    expect(await find(-1)).toEqual({
      found: undefined,
      isDecided: false,
      tried: captured(7, 6, 5),
    });
    for (let receivedAt = 8; receivedAt <= 11; receivedAt++) ids.push(await capture(receivedAt));
    expect(await find(-1)).toMatchObject({ isDecided: false, tried: captured(11, 10, 9) });
    expect(await find(-1)).toMatchObject({ isDecided: false, tried: captured(8) });
    expect(await find(-1)).toMatchObject({ isDecided: false, tried: captured(4, 3, 2) });
    expect(await find(-1)).toEqual({ found: ids[0], isDecided: true, tried: captured(1, 0) });
    // All of it is known now.
    expect(await find(-1)).toEqual({ found: ids[0], isDecided: true, tried: [] });
    ids.push(await capture(12), await capture(13, 'wanted'), await capture(14));
    expect(await find(-1)).toEqual({ found: ids[13], isDecided: true, tried: captured(14, 13) });
  });

  test('looks back as far as was asked, and for an older one only as long as it may', async () => {
    const { capture, find } = await startSearches();
    const ids: number[] = [await capture(0, 'wanted')];
    for (let receivedAt = 1; receivedAt <= 9; receivedAt++) ids.push(await capture(receivedAt));
    const captured = (...places: number[]) => places.map((place) => ids[place]);
    const sinceFive = await find(5, { ...oneByOne, mostSearchMs: 1e6 });
    expect(sinceFive).toEqual({
      found: undefined,
      isDecided: true,
      tried: captured(9, 8, 7, 6, 5, 4),
    });
    expect(await find(5, noEnd)).toEqual({
      found: ids[0],
      isDecided: true,
      tried: captured(3, 2, 1, 0),
    });
  });

  test('goes on below a match that was removed', async () => {
    const { capture, find, captures, scope } = await startSearches();
    const older = await capture(0, 'wanted');
    const between = await capture(1);
    const newer = await capture(2, 'wanted');
    const newest = await capture(3);
    expect(await find(-1, noEnd)).toMatchObject({ found: newer, tried: [newest, newer] });
    await captures.removeOne(scope.accountId, newer);
    expect(await find(-1, noEnd)).toEqual({
      found: older,
      isDecided: true,
      tried: [between, older],
    });
  });

  test('is remembered for many, and whoever has most forgets first', async () => {
    const memory = new SearchedSoFar(3);
    const few = await startSearches(memory);
    for (let receivedAt = 0; receivedAt < 5; receivedAt++) await few.capture(receivedAt);
    expect(await few.find(-1)).toMatchObject({ isDecided: false });
    const many = { scope: few.scope, party: -1 };
    for (let index = 0; index < 10; index++)
      memory.keep({ ...many, match: parseMatch(`a${index}`) }, { tried: [], nowMs: 0 }, true);
    expect(memory.size).toBe(3);
    expect(await few.find(-1)).toMatchObject({ isDecided: true, tried: { length: 2 } });
  });
});
