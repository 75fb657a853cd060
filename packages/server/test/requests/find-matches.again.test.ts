import { gzipSync } from 'node:zlib';
import { parseMatch } from '@hookwell/core/match';
import { expect, test } from 'vitest';
import { Parties } from '../../src/fairness/parties.ts';
import { createMetrics } from '../../src/metrics.ts';
import {
  findMatches,
  type SearchBounds,
  type SearchSource,
} from '../../src/requests/find-matches.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();

const wide: SearchBounds = {
  maxTried: 1e6,
  maxMs: 1e6,
  maxBodies: 1e6,
  maxBodyBytes: 1e12,
};
const wanted = parseMatch('wanted');
const gzip = JSON.stringify(['content-encoding', 'gzip']);

/** An account, and searches of it. `bodies` decides about compressed captures, `onStep` runs after each step. */
async function startSearches({
  bodies = async () => false,
  onStep = async () => {},
}: {
  bodies?: (id: number) => Promise<boolean | undefined>;
  onStep?: (step: number) => Promise<void>;
} = {}) {
  const { captures } = opened.store;
  const scope = await addAccountWithEndpoint(opened.store);
  const gone = new AbortController();
  const metrics = createMetrics();
  let steps = 0;
  const source: SearchSource & { parties: Parties } = {
    captures: {
      search: async (...query) => {
        const step = await captures.search(...query);
        steps += 1;
        await onStep(steps);
        return step;
      },
      readOne: (...asked) => captures.readOne(...asked),
      readByIds: (...asked) => captures.readByIds(...asked),
    },
    reads: { large: { matches: (_account, { id }) => bodies(id) } },
    metrics,
    parties: new Parties(),
    client: { gone: gone.signal, cut() {} },
  };
  async function capture(body: string, isCompressed = false): Promise<number> {
    const sent = isCompressed ? gzipSync(body) : Buffer.from(body);
    const fields = { body: sent, ...(isCompressed && { headers: gzip }) };
    return (await captures.append(newCapture(scope.endpointId, fields)))?.id ?? 0;
  }
  const find = (bounds: Partial<SearchBounds> = {}, limit = 1000, before?: number) =>
    findMatches(
      source,
      { accountId: scope.accountId },
      {
        match: wanted,
        nowMs: 0,
        order: 'newestFirst',
        limit,
        ...(before === undefined ? {} : { before }),
      },
      { ...wide, ...bounds },
    );
  return { scope, source, metrics, gone, capture, find, steps: () => steps };
}

test('bodies at a bound are neither lost nor tried for ever', async () => {
  const decided: number[] = [];
  const { capture, find } = await startSearches({
    bodies: async (id) => {
      decided.push(id);
      return id % 3 === 0;
    },
  });
  const ids: number[] = [];
  for (let count = 0; count < 12; count++) ids.unshift(await capture('any', true));
  const expected = ids.filter((id) => id % 3 === 0);
  for (const bounds of [{ maxBodies: 4 }, { maxBodyBytes: 1 }, { maxMs: 0 }, { maxTried: 1 }]) {
    for (const limit of [1, 1000]) {
      decided.length = 0;
      const found: number[] = [];
      let pages = 0;
      for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
        const page = await find(bounds, limit, before);
        found.push(...page.ids);
        pages += 1;
        if (page.more) expect(page.through).toBeLessThan(before);
        before = page.more ? page.through : undefined;
      }
      expect(found).toEqual(expected);
      expect(decided).toEqual(ids);
      expect(pages).toBeLessThanOrEqual(ids.length + 1);
    }
  }
});

test('a clear, a removal and a merge while a search runs leave it in order, each capture once', async () => {
  const ids: number[] = [];
  const { scope, source, capture, find, steps } = await startSearches({
    // The bodies make several steps of the search.
    bodies: async () => true,
    onStep: async (step) => {
      const { captures, db } = opened.store;
      if (step !== 1) return;
      await db
        .updateTable('endpoint')
        .set({ account_id: scope.accountId })
        .where('id', '=', guest.endpointId)
        .execute();
      await captures.removeOne(scope.accountId, ids[140] ?? 0);
      await captures.clear(scope, ids[99]);
    },
  });
  const guest = await addAccountWithEndpoint(opened.store);
  const guests: number[] = [];
  for (let count = 0; count < 300; count++) {
    ids.push(await capture('wanted'));
    if (count % 100 === 0) {
      const merged = newCapture(guest.endpointId, { body: 'wanted' });
      guests.push((await opened.store.captures.append(merged))?.id ?? 0);
    }
  }
  // Small steps: the log gives so many at most.
  const found: number[] = [];
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
    const page = await find({ maxTried: 1 }, 50, before);
    found.push(...page.ids);
    before = page.more ? page.through : undefined;
  }
  expect(steps()).toBeGreaterThan(2);
  expect(found).toEqual([...new Set(found)].sort((a, b) => b - a));
  expect(found).toEqual(expect.arrayContaining(ids.slice(141)));
  expect(found).not.toContain(ids[140]);
  expect(found.some((id) => ids.indexOf(id) >= 0 && ids.indexOf(id) < 100)).toBe(false);
  // Captures that came with the merge behind the place of the search are found.
  expect(found).toEqual(expect.arrayContaining(guests.slice(0, 1)));
  const page = await source.captures.readByIds({ accountId: scope.accountId }, [0, ...found], {
    maxBytes: 1e6,
    withBody: false,
  });
  expect(page.captures.map(({ id }) => id)).toEqual(found.slice(0, page.captures.length));
});
