import { sharedNowMs } from '../../database/postgres/other-nodes.ts';
import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import { retryConflicts } from '../../database/transaction.ts';
import {
  type AnswerNote,
  type DeliveryHead,
  type DeliveryReads,
  mostAttempts,
  type StoredAttempt,
} from '../deliveries-page.ts';

const heads: Statement = {
  name: 'heads of deliveries',
  text: `select delivery, first_id as "firstId", attempts,
      (last_id <= endpoint.cleared_through)::integer as "isCleared"
    from delivery join endpoint on endpoint.id = delivery.endpoint_id
    where delivery.endpoint_id = $1 and first_id < $2 order by first_id desc limit $3`,
};

type HeadRow = Omit<DeliveryHead, 'isCleared'> & { isCleared: number };

/** The rows come in any order; written so, they are found by indexes, whatever the planner expects. */
const newestAttempts: Statement = {
  name: 'newest attempts',
  text: `select wanted.place, captured.received_at, newest.*
    from endpoint
    cross join unnest($2::bigint[]) with ordinality as wanted (first_id, place)
    cross join lateral (
      select capture_id, coalesce(listener.answer, capture_answer.answer) as answer,
        case when listener.answer is null then capture_answer.retry_after else listener.retry_after end as retry_after,
        body_hash, id_hash, event, signature, gave_up_after, cut_short_after, (listener.answer is not null)::integer as by_listener,
        case when listener.answer is null then listener.waits_until - ${sharedNowMs} end as waits_ms
      from capture_answer left join lateral (
        select case when offered is null then answer end as answer, retry_after, waits_until from listener_answer
        where listener_answer.capture_id = capture_answer.capture_id offset 0
      ) as listener on true
      where endpoint_id = $1 and capture_answer.first_id = wanted.first_id
        and capture_id > endpoint.cleared_through
      order by endpoint_id desc, capture_answer.first_id desc, capture_id desc limit ${mostAttempts}
    ) as newest
    cross join lateral (
      select received_at from captured_request where id = newest.capture_id offset 0
    ) as captured
    where endpoint.id = $1`,
};

interface AttemptRow {
  place: number;
  capture_id: number;
  received_at: number;
  answer: string;
  retry_after: number | null;
  body_hash: string;
  id_hash: string | null;
  event: string | null;
  signature: string | null;
  gave_up_after: number | null;
  cut_short_after: number | null;
  by_listener: number;
  /** The milliseconds that its sender still waits for a listener, which may be over; null if it does not. */
  waits_ms: number | null;
}

export function deliveryReads(pool: ConnectionPool, endpointId: number): DeliveryReads {
  return {
    async heads(before, limit) {
      const rows = await pool.query<HeadRow>(heads, [endpointId, before, limit]);
      return rows.map((row) => ({ ...row, isCleared: row.isCleared === 1 }));
    },
    async attempts(firstIds) {
      const rows = await pool.query<AttemptRow>(newestAttempts, [endpointId, firstIds]);
      const byDelivery = firstIds.map((): StoredAttempt[] => []);
      for (const row of rows) byDelivery[row.place - 1]?.push(storedAttempt(row));
      for (const attempts of byDelivery) attempts.sort((a, b) => b.id - a.id);
      return byDelivery;
    },
  };
}

function storedAttempt(row: AttemptRow): StoredAttempt {
  return {
    id: row.capture_id,
    receivedAt: row.received_at,
    answer: row.answer,
    bodyHash: row.body_hash,
    ...(row.waits_ms !== null && { waitsUntil: Date.now() + row.waits_ms }),
    ...(row.retry_after !== null && { retryAfter: row.retry_after }),
    ...(row.id_hash !== null && { idHash: row.id_hash }),
    ...(row.event !== null && { event: row.event }),
    ...(row.signature !== null && { signature: row.signature }),
    ...(row.gave_up_after !== null && { gaveUpAfter: row.gave_up_after }),
    ...(row.cut_short_after !== null && { cutShortAfter: row.cut_short_after }),
    ...(row.by_listener === 1 && { answeredBy: 'listener' }),
  };
}

const note: Statement = {
  name: 'note answers',
  text: `update capture_answer set gave_up_after = coalesce(note.gave_up_after, capture_answer.gave_up_after),
      cut_short_after = coalesce(note.cut_short_after, capture_answer.cut_short_after),
      signature = coalesce(note.signature, capture_answer.signature)
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
      as note (id, gave_up_after, cut_short_after, signature)
    where capture_id = note.id and capture_id = any ($1::bigint[])`,
};

/** Notes what became known of captures and their answers; an id comes once. */
export async function noteAnswers(
  pool: ConnectionPool,
  notes: readonly AnswerNote[],
): Promise<void> {
  const values = [
    notes.map(({ id }) => id),
    notes.map(({ gaveUpAfter }) => gaveUpAfter ?? null),
    notes.map(({ cutShortAfter }) => cutShortAfter ?? null),
    notes.map(({ signature }) => signature ?? null),
  ];
  await retryConflicts(() => pool.query(note, values));
}
