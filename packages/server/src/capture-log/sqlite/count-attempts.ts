import type { Connection } from '../../database/sqlite/connection.ts';
import { type AnswerPlanColumns, scheduledAnswer } from '../answering.ts';

/** An endpoint that takes captures of this version of its settings. */
export interface CapturingEndpoint {
  id: number;
  accountId: number;
  settingsVersion: number;
  /** Captures up to this id are cleared. */
  clearedThrough: number;
}

/** A delivery that was cleared as a whole begins anew. */
const countAttempt = `insert into delivery (endpoint_id, delivery, attempts, first_id, last_id) values (?1, ?2, 1, ?3, ?3)
  on conflict (endpoint_id, delivery) do update set
    attempts = 1 + case when last_id > ?4 then attempts else 0 end,
    first_id = case when last_id > ?4 then first_id else excluded.first_id end,
    last_id = excluded.last_id
  returning attempts, first_id`;
const insertAnswer = `insert into capture_answer (capture_id, endpoint_id, delivery, attempt, answer, retry_after,
    body_hash, first_id, id_hash, event, signature, verdict)
  values (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), nullif(?, ''), nullif(?, ''))`;

/**
 * Counts the attempts of a group in their order and stores their answers; part of the transaction that stores the
 * captures. Returns the number of each capture's attempt, 0 if it has none.
 * @param endpoints of each capture, absent if it is not stored
 * @param lastId the id before the first of the group
 */
export function countAttempts(
  connection: Connection,
  endpoints: readonly (CapturingEndpoint | undefined)[],
  lastId: number,
  rows: AnswerPlanColumns,
): number[] {
  const attempts = endpoints.map(() => 0);
  let id = lastId;
  const ids = endpoints.map((endpoint) => (endpoint === undefined ? 0 : ++id));
  const insert = connection.statement(insertAnswer);
  for (const [place, index] of rows.index.entries()) {
    const endpoint = endpoints[index];
    const captureId = ids[index];
    if (endpoint === undefined || captureId === undefined) continue;
    const { id: endpointId, clearedThrough } = endpoint;
    const delivery = rows.delivery[place] ?? '';
    const counted = connection.row(countAttempt, endpointId, delivery, captureId, clearedThrough);
    const [attempt = 0, firstId = captureId] = (counted ?? []).map(Number);
    const { answer, retryAfter } = scheduledAnswer(rows.schedule[place] ?? '', attempt);
    insert.run(
      captureId,
      endpointId,
      delivery,
      attempt,
      answer,
      retryAfter,
      rows.bodyHash[place] ?? '',
      firstId,
      rows.idHash[place] ?? '',
      rows.event[place] ?? '',
      rows.signature[place] ?? '',
      rows.verdict[place] ?? '',
    );
    attempts[index] = attempt;
  }
  return attempts;
}
