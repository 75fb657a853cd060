import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import type { Store } from '../../src/store/store.ts';

interface Rows {
  delivery: string;
  [column: string]: unknown;
}

/**
 * Compares answers and deliveries with the captures: once nothing is left to purge, each answer has its capture, and
 * each delivery ends with the newest of its captures.
 */
export async function expectExactDeliveries({ db }: Store): Promise<void> {
  const orphans = await sql<Rows>`
    select * from capture_answer where not exists (
      select 1 from captured_request captured
      where captured.id = capture_id and captured.endpoint_id = capture_answer.endpoint_id
    )`.execute(db);
  expect(orphans.rows).toEqual([]);
  // On SQLite the rows may lack what the answers after this one say (`recent-deliveries.ts`).
  const through =
    inject('store') === 'sqlite' ? sql`deliveries_through from capture_log` : sql`9e15`;
  const known = await sql<Rows>`select endpoint_id, delivery, last_id from delivery
    order by endpoint_id, delivery`.execute(db);
  const answered = await sql<Rows>`select endpoint_id, delivery, max(capture_id) as last_id,
      case when max(capture_id) > (select ${through}) then 1 else 0 end as is_recent
    from capture_answer group by endpoint_id, delivery order by endpoint_id, delivery`.execute(db);
  const rows = new Map(known.rows.map((row) => [nameOf(row), row.last_id]));
  for (const row of answered.rows) {
    if (row.is_recent === 0) expect(rows.get(nameOf(row)), nameOf(row)).toBe(row.last_id);
    rows.delete(nameOf(row));
  }
  expect([...rows]).toEqual([]);
}

function nameOf({ endpoint_id, delivery }: Rows): string {
  return `${endpoint_id} ${delivery}`;
}
