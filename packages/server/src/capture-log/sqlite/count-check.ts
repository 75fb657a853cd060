import type { Connection } from '../../database/sqlite/connection.ts';

/** Other questions to the thread wait for a step. */
const stepMs = 5;

const counts = `select id, capture_count, (
    select count(*) from captured_request captured
    where captured.endpoint_id = endpoint.id and captured.id > coalesce(counted_after, cleared_through)
  ) from endpoint where id > ? order by id`;

export interface CountCheckStep {
  /** Endpoints whose counters differ from what the index has for them. */
  differing: number[];
  /** The last endpoint that was looked at; absent once there is no other. */
  through?: number;
}

/**
 * Compares the counters of some endpoints behind `after` with the entries that the index has for them: what is lost from a damaged
 * index is missing in lists without a word. It reads the index alone: 12 bytes a capture.
 */
export function checkCounts(connection: Connection, after: number): CountCheckStep {
  const endsAt = performance.now() + stepMs;
  const differing: number[] = [];
  for (const row of connection.each(counts, after)) {
    const [id = 0, counted, found] = row.map(Number);
    if (counted !== found) differing.push(id);
    if (performance.now() >= endsAt) return { differing, through: id };
  }
  return { differing };
}
