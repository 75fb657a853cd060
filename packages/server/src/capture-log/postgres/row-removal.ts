/**
 * The part of a statement that removes the answers of captures that are the oldest of their deliveries; a delivery goes
 * with its last capture. Rows of deliveries are written only under the lock of their endpoint, which appends take before
 * their turn: one that waited for such a row in its turn would hold up all others.
 * They are looked up one by one: a plain join made the planner walk the whole table.
 * @param ids an SQL expression of `bigint[]`
 */
export function withAnswers(ids: string): string {
  return `listened as (
      delete from listener_answer where capture_id = any (${ids})
    ), answered as (
      delete from capture_answer where capture_id = any (${ids}) returning capture_id, endpoint_id, delivery
    ), ended as (
      delete from delivery where ctid = any (array(
        select found.place from answered cross join lateral (
          select ctid as place from delivery
          where delivery.endpoint_id = answered.endpoint_id and delivery.delivery = answered.delivery
            and last_id = answered.capture_id
          offset 0
        ) as found
      ))
    )`;
}

/** The part of a statement that removes what captures have beside them: kept X- headers, findings. `ids` as above. */
export function withBeside(ids: string): string {
  return `kept as (
      delete from capture_kept_headers where capture_id = any (${ids})
    ), compared as (
      delete from capture_contract where capture_id = any (${ids})
    )`;
}
