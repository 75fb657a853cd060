import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { freshDatabase } from '../fresh-database.ts';
import { addAccountWithSettings } from '../store/answered-captures.ts';
import { expectExactDeliveries } from '../store/delivery-rows.ts';
import { startProcess } from '../store/running-process.ts';

test('after kill -9 while attempts are counted none has the number of another, and none is missing', async () => {
  await using database = await freshDatabase();
  const log = pino({ level: 'silent' });
  const open = () => openStore({ url: database.url, role: 'server', log });
  const before = await open();
  const { endpointId } = await addAccountWithSettings(before);
  await before.close();
  const acknowledged = new Map<number, number>();
  for (let round = 0; round < 3; round++) {
    const running = startProcess(database.url, 'count');
    await running.printed(/(?:attempt \d+ \d+\n){30}/);
    // Any moment of a commit may be the last.
    await sleep(20 * round);
    await running.kill();
    for (const [, id, attempt] of (await running.printed(/^/)).matchAll(/attempt (\d+) (\d+)\n/g)) {
      acknowledged.set(Number(id), Number(attempt));
    }
  }

  const store = await open();
  try {
    const { deliveries } = await store.captures.readDeliveries(endpointId, { limit: 10 });
    expect(deliveries.map(({ delivery }) => delivery).sort()).toEqual(['0', '1', '2']);
    const found = new Map<number, number>();
    const { rows } = await sql<{ capture_id: number; delivery: string; attempt: number }>`
      select * from capture_answer order by capture_id`.execute(store.db);
    const counted = new Map<string, number>();
    for (const { capture_id, delivery, attempt } of rows) {
      const next = (counted.get(delivery) ?? 0) + 1;
      expect(attempt).toBe(next);
      counted.set(delivery, next);
      found.set(capture_id, attempt);
    }
    for (const [id, attempt] of acknowledged) expect(found.get(id)).toBe(attempt);
    expect(acknowledged.size).toBeGreaterThanOrEqual(90);
    await expectExactDeliveries(store);
  } finally {
    await store.close();
  }
});
