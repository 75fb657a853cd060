import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import {
  type AnswerNote,
  type DeliveryHead,
  mostAttempts,
  type StoredAttempt,
} from '../deliveries-page.ts';

/** The newest attempt of the next delivery: the index of answers by their first ones has it in one step. */
const nextHead = `select delivery, first_id, attempt, capture_id from capture_answer
  where endpoint_id = ? and first_id < ? order by first_id desc, capture_id desc limit 1`;
const clearedThrough = 'select cleared_through from endpoint where id = ?';

/** Some deliveries of an endpoint, those with the newest first attempt first. */
export function deliveryHeads(
  connection: Connection,
  endpointId: number,
  before: number,
  limit: number,
): DeliveryHead[] {
  return connection.read(() => {
    const heads: DeliveryHead[] = [];
    const [cleared] = connection.row(clearedThrough, endpointId) ?? [];
    if (cleared === undefined) return heads;
    for (let bound = before; heads.length < limit; ) {
      const row = connection.row(nextHead, endpointId, bound);
      if (row === undefined) break;
      const [delivery, firstId, attempts, lastId] = row;
      heads.push({
        delivery: String(delivery),
        firstId: Number(firstId),
        attempts: Number(attempts),
        isCleared: Number(lastId) <= Number(cleared),
      });
      bound = Number(firstId);
    }
    return heads;
  });
}

const newestAttempts = `select answered.capture_id, captured.received_at, coalesce(listener.answer, answered.answer),
    case when listener.answer is null then answered.retry_after else listener.retry_after end, body_hash, id_hash, event,
    signature, gave_up_after, cut_short_after, listener.answer is not null,
    case when listener.answer is null then listener.waits_until end
  from endpoint join capture_answer answered on answered.endpoint_id = endpoint.id
  join captured_request captured on captured.id = answered.capture_id
  left join (
    select capture_id, case when offered is null then answer end as answer, retry_after, waits_until from listener_answer
  ) listener on listener.capture_id = answered.capture_id
  where endpoint.id = ? and answered.first_id = ? and answered.capture_id > endpoint.cleared_through
  order by answered.capture_id desc limit ${mostAttempts}`;

/** The newest attempts of each delivery, newest first. */
export function attempts(
  connection: Connection,
  endpointId: number,
  firstIds: readonly number[],
): StoredAttempt[][] {
  return connection.read(() =>
    firstIds.map((firstId) =>
      connection.rows(newestAttempts, endpointId, firstId).map(storedAttempt),
    ),
  );
}

function storedAttempt(row: SQLOutputValue[]): StoredAttempt {
  const [id, receivedAt, answer, retryAfter, bodyHash, idHash, event, signature, ...notes] = row;
  const [gaveUpAfter, cutShortAfter, byListener, waitsUntil] = notes;
  const attempt: StoredAttempt = {
    id: Number(id),
    receivedAt: Number(receivedAt),
    answer: String(answer),
    bodyHash: String(bodyHash),
  };
  if (typeof waitsUntil === 'number') attempt.waitsUntil = waitsUntil;
  if (typeof retryAfter === 'number') attempt.retryAfter = retryAfter;
  if (typeof idHash === 'string') attempt.idHash = idHash;
  if (typeof event === 'string') attempt.event = event;
  if (typeof signature === 'string') attempt.signature = signature;
  if (typeof gaveUpAfter === 'number') attempt.gaveUpAfter = gaveUpAfter;
  if (typeof cutShortAfter === 'number') attempt.cutShortAfter = cutShortAfter;
  if (byListener === 1) attempt.answeredBy = 'listener';
  return attempt;
}

const note = `update capture_answer set gave_up_after = coalesce(?, gave_up_after),
    cut_short_after = coalesce(?, cut_short_after), signature = coalesce(?, signature)
  where capture_id = ?`;

/** Notes what became known of captures and their answers. */
export function noteAnswers(connection: Connection, notes: readonly AnswerNote[]): void {
  connection.write(() => {
    for (const { id, gaveUpAfter = null, cutShortAfter = null, signature = null } of notes)
      connection.run(note, gaveUpAfter, cutShortAfter, signature, id);
  });
}
