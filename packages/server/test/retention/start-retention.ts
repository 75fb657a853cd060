import type { PlanName } from '@hookwell/core/api';
import { pino } from 'pino';
import type { Scope } from '../../src/capture-log/capture-log.ts';
import { parseConfig } from '../../src/config.ts';
import { createToken } from '../../src/connections/request-target.ts';
import { createMetrics, type Metrics } from '../../src/metrics.ts';
import { type Retention, startRetention } from '../../src/retention/retention.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { fairParts } from '../fair-parts.ts';
import { freshDatabase } from '../fresh-database.ts';
import { noSecrets } from '../no-secrets.ts';

/** Retention over a real store, with a clock that stands still. `await using` ends it. */
export interface TestRetention extends AsyncDisposable {
  retention: Retention;
  store: Store;
  metrics: Metrics;
  databaseUrl: string;
  logged: string[];
  /** Moves the clock. */
  wait(milliseconds: number): void;
  now(): number;
  account(plan?: PlanName): Promise<number>;
  endpoint(accountId: number): Promise<Required<Scope>>;
  /** Stores captures of that many bytes each, their headers and target included. */
  capture(scope: Required<Scope>, count: number, bytes?: number): Promise<number[]>;
  /** The ids, oldest first. */
  kept(scope: Scope): Promise<number[]>;
  removed(cause: string): Promise<number>;
}

/** Free keeps 5 requests, 1,000 bytes and 7 days; plus keeps 50 requests, 100,000 bytes and 30 days. */
const plans = JSON.stringify({
  free: { requestsPerEndpoint: 5, bytes: 1000, days: 7 },
  plus: { requestsPerEndpoint: 50, bytes: 100_000, days: 30 },
});

export async function startTestRetention(): Promise<TestRetention> {
  const database = await freshDatabase();
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  const store = await openStore({ url: database.url, log, role: 'server' });
  const metrics = createMetrics();
  let now = Date.now();
  const retention = startRetention({
    config: parseConfig({ HOOKWELL_PLANS: plans }),
    store,
    secrets: noSecrets,
    clock: () => now,
    log,
    metrics,
    addresses: { base: '', receiveBase: '' },
    ...fairParts(),
  });
  return {
    retention,
    store,
    metrics,
    databaseUrl: database.url,
    logged,
    now: () => now,
    wait: (milliseconds) => {
      now += milliseconds;
    },
    async account(plan = 'free') {
      const email = `${createToken()}@example.com`;
      const { id } = await store.db
        .insertInto('account')
        .values({
          email,
          email_key: email,
          password_hash: null,
          plan,
          status: 'active',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async endpoint(accountId) {
      const { id } = await store.db
        .insertInto('endpoint')
        .values({ account_id: accountId, token: createToken(), badge_name: null, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { accountId, endpointId: id };
    },
    async capture({ endpointId }, count, bytes = 20) {
      const ids: number[] = [];
      for (let sent = 0; sent < count; sent++) {
        const body = Buffer.alloc(bytes - 4, 'x');
        const appended = await store.captures.append({
          endpointId,
          settingsVersion: 0,
          receivedAt: now,
          method: 'POST',
          target: '/a',
          headers: '[]',
          droppedHeaders: 0,
          ipAddress: '127.0.0.1',
          body: [body],
          bodySize: body.length,
        });
        if (appended !== undefined) ids.push(appended.id);
      }
      return ids;
    },
    async kept(scope) {
      const { captures } = await store.captures.readPage(scope, {
        order: 'oldestFirst',
        limit: 1000,
        maxBytes: 1024 * 1024 * 1024,
        withBody: false,
      });
      return captures.map(({ id }) => id);
    },
    async removed(cause) {
      const { values } = await metrics.retentionRemoved.get();
      return values.find(({ labels }) => labels.cause === cause)?.value ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await retention.close();
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
