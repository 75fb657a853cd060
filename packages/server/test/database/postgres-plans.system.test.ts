import { parseMatch } from '@hookwell/core/match';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CaptureLog, Scope } from '../../src/capture-log/capture-log.ts';
import { removeLeftWaits } from '../../src/responders/wait-rows.ts';
import {
  accountsAfter,
  accountsAmong,
  endpointsAfter,
  endpointsAmong,
} from '../../src/retention/expiring-endpoints.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../eventually.ts';
import { forFile } from '../kept-for.ts';
import { query } from '../postgres/connect.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { password, send, startAccount, startServer, withKey } from '../start-server.ts';
import { answeredCapture } from '../store/answered-captures.ts';
import { stored } from '../store/store-fixture.ts';
import { newCapture } from '../store/store-rows.ts';
import { fillDatabase } from './filled-database.ts';
import {
  type LoggedPlan,
  loopedParts,
  plansLogged,
  plansOf,
  sortsRowsOf,
  usedIndexes,
  walkedTables,
} from './logged-plans.ts';

const postgres = forFile(await startPostgres(plansLogged));
await withStore(() => Promise.resolve());
const filled = await fillDatabase(postgres.url);

/** The planner's modes for prepared statements: the values of now, or any. All other statements have plans of their own. */
async function setPlanning(mode: string): Promise<void> {
  await query(postgres.url, `alter database postgres set plan_cache_mode = ${mode}`);
}

async function withStore(work: (store: Store) => Promise<unknown>): Promise<void> {
  const log = pino({ level: 'silent' });
  const store = await openStore({ url: postgres.url, role: 'server', log });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

const large = [
  ...['account', 'api_key', 'capture_answer', 'capture_contract', 'capture_kept_headers'],
  'captured_request',
  ...['delivery', 'endpoint', 'former_plan', 'listener_answer', 'session'],
];

/** No large table is walked and no captures are sorted: these indexes lead to the wanted rows. */
function expectIndexed(plans: readonly LoggedPlan[], indexes: readonly string[]): void {
  const bad = plans.filter(
    (plan) =>
      walkedTables(plan).some((table) => large.includes(table)) ||
      sortsRowsOf('captured_request', plan),
  );
  expect(bad.map(({ statement }) => statement)).toEqual([]);
  const used = new Set(plans.flatMap(usedIndexes));
  expect(indexes.filter((index) => !used.has(index))).toEqual([]);
}

/** Reads in every order, from every end, with every detail. */
async function readLists(captures: CaptureLog, scope: Scope): Promise<void> {
  const { middle } = filled;
  for (const order of ['newestFirst', 'oldestFirst'] as const) {
    for (const bounds of [{}, { before: middle }, { after: middle }]) {
      for (const limit of [1, 100, 1000]) {
        const ids = await captures.readIds(scope, { ...bounds, order, limit });
        expect(ids.ids.length).toBeGreaterThan(0);
        const page = { ...bounds, order, limit, maxBytes: 1024 * 1024, withBody: true };
        await captures.readPage(scope, page);
      }
    }
  }
}

test.for(['force_custom_plan', 'force_generic_plan'])(
  'lists, pages, removals and captures follow indexes (%s)',
  async (mode) => {
    await setPlanning(mode);
    const { accountId, busy, middle } = filled;
    const [endpointId] = busy;
    const cleared = mode === 'force_custom_plan' ? busy[1] : busy[2];
    const own = mode === 'force_custom_plan' ? middle : middle + 6;
    await withStore(async ({ captures }) => {
      const reads = await plansOf(postgres, async () => {
        await readLists(captures, { accountId });
        await readLists(captures, { accountId, endpointId });
        expect(await captures.readOne(accountId, own)).toBeDefined();
        const whole = await captures.readOne(accountId, own, 0, { withKeptHeaders: true });
        expect(whole?.keptHeaders).toBeDefined();
        await captures.oldestReceivedAt(busy);
        await captures.usage(accountId);
        for (const before of [undefined, middle]) {
          const page = await captures.readDeliveries(endpointId, { limit: 100, before });
          expect(page.deliveries).toHaveLength(100);
        }
      });
      expectIndexed(reads, [
        'capture_answer_by_first',
        'capture_answer_pkey',
        'capture_contract_pkey',
        'capture_kept_headers_pkey',
        'delivery_by_first',
        'captured_request_by_endpoint',
        'captured_request_pkey',
        'endpoint_by_account',
        'endpoint_pkey',
      ]);
      const searches = await plansOf(postgres, async () => {
        for (const match of ['nowhere', 'header.x-a=1', 'contract=differs']) {
          const query = { match: parseMatch(match), nowMs: 0, limit: 9 };
          for (const order of ['newestFirst', 'oldestFirst'] as const)
            await captures.search({ accountId }, { ...query, order });
        }
      });
      // A step runs its statement again while there is time.
      expect(new Set(searches.map(({ statement }) => statement)).size).toBe(6);
      expect(searches.flatMap(walkedTables).filter((table) => large.includes(table))).toEqual([]);
      const removals = await plansOf(postgres, async () => {
        expect(await captures.removeOne(accountId, own)).toBe(true);
        expect((await captures.removeOldest({ accountId }, {})).removed).toBe(500);
        const scope = { accountId, endpointId };
        expect((await captures.removeOldest(scope, {})).removed).toBe(500);
        await captures.clear({ accountId, endpointId: cleared });
        expect(await captures.purge()).toBeGreaterThan(100);
      });
      expectIndexed(removals, [
        'capture_answer_pkey',
        'capture_contract_pkey',
        'capture_kept_headers_pkey',
        'captured_request_by_endpoint',
        'captured_request_pkey',
        'delivery_pkey',
      ]);
      const append = await plansOf(postgres, async () => {
        stored([await captures.append(newCapture(busy[1]))]);
        const notes = stored([await captures.append(answeredCapture(endpointId, 'new'))]);
        await captures.noteAnswers(notes.map((id) => ({ id, gaveUpAfter: 1 })));
      });
      expectIndexed(append, ['endpoint_pkey']);
      // These have a row for each capture of a group.
      const ofCaptures = ['numbered', 'answering', 'counted_deliveries', 'attempted'];
      const looped = append.flatMap(loopedParts);
      expect(looped.filter((part) => ofCaptures.includes(part))).toEqual([]);
    });
  },
);

test.for(['force_custom_plan', 'force_generic_plan'])(
  'clears up to an id, and what removes and counts their captures, follow indexes (%s)',
  async (mode) => {
    await setPlanning(mode);
    const { accountId, busy, middle } = filled;
    const [endpointId] = busy;
    const through = mode === 'force_custom_plan' ? middle + 6000 : middle + 12_000;
    await query(postgres.url, 'delete from purge');
    await withStore(async ({ captures }) => {
      const plans = await plansOf(postgres, async () => {
        await captures.clear({ accountId, endpointId }, through - 600);
        await captures.clear({ accountId }, through);
        expect(await captures.usage(accountId)).toHaveLength(260);
        expect(await captures.purge()).toBeGreaterThan(50);
        const expiry = { keepCount: 1 };
        expect((await captures.removeOldest({ accountId }, expiry)).removed).toBe(500);
      });
      expectIndexed(plans, [
        'captured_request_by_endpoint',
        'captured_request_pkey',
        'endpoint_by_account',
        'endpoint_pkey',
      ]);
    });
  },
);

test('the look at captures of other nodes follows indexes', async () => {
  await setPlanning('auto');
  await withStore(async ({ captures }) => {
    let elsewhere = 0;
    captures.onCommitted(
      (group) => {
        elsewhere += group.elsewhere.length;
      },
      () => true,
    );
    const plans = await plansOf(postgres, async () => {
      await withStore(async (other) => {
        await other.captures.append(newCapture(filled.busy[1]));
      });
      await eventually(() => elsewhere > 0);
    });
    const tail = plans.filter(({ statement }) => statement.includes('above'));
    expectIndexed(tail, ['captured_request_pkey', 'endpoint_pkey']);
  });
});

test('the look-ups of every request follow indexes', async () => {
  await setPlanning('auto');
  await using server = await startServer({ databaseUrl: postgres.url });
  // The retention's first look at everything is over: the next one is a minute away.
  const rounds = server.metrics.retentionRoundSeconds;
  const isOver = async () => {
    const { values } = await rounds.get();
    return values.some(({ metricName, value }) => metricName?.endsWith('_count') && value > 0);
  };
  await eventually(isOver, Boolean, 25_000);
  const plans = await plansOf(postgres, async () => {
    const visitor = await startAccount(server, 'plus');
    const { email } = await visitor.ask(200, 'GET', '/api/auth/me');
    await visitor.ask(200, 'POST', '/api/auth/login', { email, password });
    const token = await visitor.endpoint();
    const program = await withKey(visitor);
    await program.ask(200, 'GET', '/api/endpoints');
    expect((await send(server, token)).status).toBe(200);
    await program.ask(200, 'GET', `/api/requests/endpoint/${token}`);
    await visitor.ask(204, 'DELETE', `/api/endpoints/${token}`);
  });
  expectIndexed(plans, [
    'account_email_key_key',
    'api_key_secret_hash_key',
    'endpoint_token_key',
    'session_token_hash_key',
  ]);
});

test('waits that were left behind are found by their index', async () => {
  const plans = await plansOf(postgres, () => withStore((store) => removeLeftWaits({ store }, 20)));
  expectIndexed(plans, ['listener_answer_waiting']);
});

test('the retention reads its portions along indexes', async () => {
  await setPlanning('auto');
  await withStore(async ({ db }) => {
    const ids = Array.from({ length: 20 }, (_, index) => 10 + index * 400);
    const plans = await plansOf(postgres, async () => {
      for (const after of [0, 5000, 9000]) {
        expect(await endpointsAfter(db, after, 0)).toHaveLength(500);
        expect(await accountsAfter(db, after, 0)).toHaveLength(500);
      }
      expect(await endpointsAmong(db, ids, 0)).toHaveLength(20);
      expect(await accountsAmong(db, ids, 0)).toHaveLength(20);
    });
    expectIndexed(plans, ['account_pkey', 'endpoint_by_account', 'endpoint_pkey']);
  });
});
