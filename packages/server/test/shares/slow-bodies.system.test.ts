import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { SharedPages } from '../../src/shares/shared-pages.ts';
import { TaskEnded, WorkerPool } from '../../src/workers/pool.ts';
import { fairParts } from '../fair-parts.ts';
import { withStore } from '../store/store-fixture.ts';
import { addAccountWithEndpoint, newCapture } from '../store/store-rows.ts';

const opened = withStore();
const pool = new WorkerPool(pino({ level: 'silent' }));
afterAll(() => pool.close());

test('a page of bodies that take too long to redact shows its requests without them', async () => {
  const outcomes: string[] = [];
  const tasks: Pick<WorkerPool, 'run'> = {
    run: async (kind, prepare, options) => {
      try {
        const answer = await pool.run(kind, prepare, { ...options, timeoutMs: 1 });
        outcomes.push('answered');
        return answer;
      } catch (error) {
        outcomes.push(error instanceof TaskEnded ? 'ended' : String(error));
        throw error;
      }
    },
  };
  const pages = new SharedPages({ ...fairParts(), store: opened.store }, tasks);
  const { accountId, endpointId } = await addAccountWithEndpoint(opened.store);
  const body = `[${Array.from({ length: 80_000 }, (_, at) => `{"k${at}":1}`)}]`;
  await opened.store.captures.append(newCapture(endpointId, { body }));
  const shown = {
    ...{ accountId, endpointId, captureId: undefined, token: 'a-token', settingsVersion: 0 },
    ...{ redact: 'secrets' as const, fields: [] },
  };
  const client = { gone: new AbortController().signal, cut() {} };
  const made = await pages.make(await pages.find(shown, { limit: 10 }), client);
  expect(outcomes).toEqual(['ended', 'answered']);
  expect(JSON.parse(`[${Buffer.from(made.text)}]`)).toMatchObject([
    { body: { size: body.length } },
  ]);
  expect(made.text.length).toBeLessThan(1000);
});
