import type { Connection } from '../../database/sqlite/connection.ts';

const deleteCapture = 'delete from captured_request where id = ?';
const deleteKept = 'delete from capture_kept_headers where capture_id = ?';
const deleteFinding = 'delete from capture_contract where capture_id = ?';
const deleteListenerAnswer = 'delete from listener_answer where capture_id = ?';
const answerOf = 'select endpoint_id, delivery, first_id from capture_answer where capture_id = ?';
const deleteAnswer = 'delete from capture_answer where capture_id = ?';
const newestOf = `select capture_id from capture_answer
  where endpoint_id = ?1 and first_id = ?2
    and capture_id > (select cleared_through from endpoint where id = ?1)
  order by capture_id desc limit 1`;

const deleteDelivery = 'delete from delivery where endpoint_id = ? and delivery = ?';
const deleteEndedDelivery = `${deleteDelivery} and last_id = ?`;
const endDelivery = 'update delivery set last_id = ? where endpoint_id = ? and delivery = ?';

/** Deletes a capture, which is the oldest of its delivery: the delivery goes with the last one. */
export function deleteOldest(connection: Connection, id: number): void {
  const answered = deleteRows(connection, id);
  if (answered === undefined) return;
  connection.run(deleteEndedDelivery, answered.endpointId, answered.delivery, id);
}

/** Deletes any capture that is shown: its delivery goes with the last one that is. */
export function deleteAny(connection: Connection, id: number): void {
  const answered = deleteRows(connection, id);
  if (answered === undefined) return;
  const { endpointId, delivery, firstId } = answered;
  const [newest] = connection.row(newestOf, endpointId, firstId) ?? [];
  if (newest === undefined) connection.run(deleteDelivery, endpointId, delivery);
  else connection.run(endDelivery, Number(newest), endpointId, delivery);
}

/** Deletes the rows of a capture. Gives the delivery that it was an attempt of, if any. */
function deleteRows(connection: Connection, id: number) {
  const answer = connection.row(answerOf, id);
  connection.run(deleteCapture, id);
  connection.run(deleteKept, id);
  connection.run(deleteFinding, id);
  connection.run(deleteListenerAnswer, id);
  if (answer === undefined) return undefined;
  connection.run(deleteAnswer, id);
  const [endpointId, delivery, firstId] = answer;
  return { endpointId: Number(endpointId), delivery: String(delivery), firstId: Number(firstId) };
}

/** Once the last one is removed, the watermark tells that the endpoint has captured something. */
export const uncount = `update endpoint set capture_count = capture_count - ?1, capture_bytes = capture_bytes - ?2,
    cleared_through = case when cleared_through = 0 and capture_count = ?1
      then (select last_id from capture_log) else cleared_through end
  where id = ?3`;
