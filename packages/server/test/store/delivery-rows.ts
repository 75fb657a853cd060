import { sql } from 'kysely';
import { expect } from 'vitest';
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
  const known = await sql<Rows>`select endpoint_id, delivery, last_id from delivery
    order by endpoint_id, delivery`.execute(db);
  const answered = await sql<Rows>`select endpoint_id, delivery, max(capture_id) as last_id
    from capture_answer group by endpoint_id, delivery order by endpoint_id, delivery`.execute(db);
  const lastIds = ({ rows }: { rows: Rows[] }) => rows.map((row) => [nameOf(row), row.last_id]);
  expect(lastIds(known)).toEqual(lastIds(answered));
}

function nameOf({ endpoint_id, delivery }: Rows): string {
  return `${endpoint_id} ${delivery}`;
}
