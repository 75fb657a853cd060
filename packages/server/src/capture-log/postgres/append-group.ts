import type { QueryConfig } from 'pg';
import { bytesArray, int8Array, textArray } from '../../database/postgres/binary-array.ts';
import { advisoryLocks } from '../../database/postgres/other-nodes.ts';
import { type AnswerPlanRow, answeringRows, answeringTexts } from '../answering.ts';
import type { NewCapture } from '../captures.ts';
import { type BesideGroup, besideGroup } from '../group-totals.ts';
import {
  contractFindings,
  countedAttempts,
  countedInTurn,
  insertedWaits,
  keptHeaders,
  selectAttempts,
  selectOutcome,
  totalsColumns,
  type WaitRow,
  waitRows,
} from './append-statement.ts';

/** An array in its binary form, or an integer. */
type Value = Buffer | number;

const totals = ['$1::bigint[]', '$2::bigint[]', '$3::bigint[]', '$4::bigint[]'];

const columns = `unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[], $10::bytea[],
      $11::bytea[], $12::bytea[]) with ordinality
      as c (endpoint_id, received_at, dropped_headers, method, target, headers, ip_address, body, place)`;
const values = `c.received_at, c.dropped_headers::integer, c.method, c.target, c.headers, c.ip_address, c.body`;

/**
 * Stores a group without attempts to count: one statement, which is a transaction by itself. So no node ever holds a lock while the
 * server waits to hear from it, however slow or dead it is. After `countedInTurn`, `stored` takes the ids, in the
 * order of the group, and inserts the rows.
 *
 * Measured on 2 cores, rows of 1 KB: 42,000 rows/s in groups of 64, 54,000 in groups of 128, 63,000 in groups
 * of 256, at 3 to 5 µs of this process's time a row.
 */
const append = `${countedInTurn(totals)}, stored as (
  insert into captured_request
  select nextval('captured_request_id'), placed.* from (
    select c.endpoint_id, ${values}
    from ${columns}
    join counted on counted.id = c.endpoint_id
    cross join turn
    order by c.place
  ) as placed
  returning id
)${selectOutcome}`;

/**
 * The same for a group of one endpoint, such as a single capture or the burst of one sender: nothing is to be locked in
 * an order or joined. The condition of an update is tried again on the newest row once its lock is there, so the
 * version is compared under the lock, as above. No `turn` comes if no endpoint is counted.
 *
 * Several `unnest` in one list of columns walk their arrays side by side, in order; in `from`, each would copy its
 * array to a table of its own first.
 *
 * Measured against `append` on a busy machine: the server takes 0.76 of the processor time for one capture, 0.7 to
 * 0.8 for groups of 16 and 28, 0.91 for groups of 96.
 */
const appendToOne = `
with counted as (
  update endpoint set capture_count = capture_count + $3::bigint, capture_bytes = capture_bytes + $4::bigint
  where id = $1::bigint and settings_version = $2::bigint
  returning id, account_id, settings_version
), turn as materialized (
  select pg_advisory_xact_lock(${advisoryLocks.append}) from counted
), stored as (
  insert into captured_request
  select nextval('captured_request_id'), $1::bigint, ${values} from (
    select unnest($5::bigint[]) as received_at, unnest($6::bigint[]) as dropped_headers,
      unnest($7::bytea[]) as method, unnest($8::bytea[]) as target, unnest($9::bytea[]) as headers,
      unnest($10::bytea[]) as ip_address, unnest($11::bytea[]) as body
    from turn
  ) as c
  returning id
)${selectOutcome}`;

/**
 * The same for groups in which attempts are to be counted, or an endpoint has captures of two versions of its settings, or
 * captures have something in tables beside them: X- headers, a finding by a contract, a sender that waits for a listener.
 * The ids are taken first, so that bodies are copied no more often than in the other statement.
 */
const countAndStore = `${countedInTurn(totals)}, numbered as materialized (
  select place, endpoint_id, nextval('captured_request_id') as id from (
    select c.place, c.endpoint_id
    from unnest($5::bigint[], $13::bigint[]) with ordinality as c (endpoint_id, settings_version, place)
    join counted on counted.id = c.endpoint_id and counted.settings_version = c.settings_version
    cross join turn
    order by c.place
  ) as placed
), stored as (
  insert into captured_request
  select numbered.id, c.endpoint_id, ${values}
  from ${columns} join numbered on numbered.place = c.place
  returning id
)${countedAttempts([
  ...['$14::bigint[]', '$15::bytea[]', '$16::bytea[]', '$17::bytea[]'],
  ...['$18::bytea[]', '$19::bytea[]', '$20::bytea[]', '$21::bytea[]'],
])}`;
/** A part of the statement that only some groups need, with the values of its parameters. */
interface Part {
  name: string;
  /** The types of the parameters. */
  types: readonly string[];
  sql: (parameters: string[]) => string;
  values: readonly Buffer[];
}

/** The parameters of `countAndStore`; those of the parts follow them. */
const ownParameters = 21;

/** The texts of the statements by their names: one for each set of parts that groups had. */
const texts = new Map<string, string>();

function countAndStoreWith(parts: readonly Part[], values: Buffer[]): QueryConfig<Value[]> {
  const name = ['append and count', ...parts.map((part) => part.name)].join(', ');
  let text = texts.get(name);
  if (text === undefined) {
    let last = ownParameters;
    const sql = parts.map((part) => part.sql(part.types.map((type) => `$${++last}::${type}`)));
    text = `${countAndStore}${sql.join('')}${selectOutcome}${selectAttempts}`;
    texts.set(name, text);
  }
  return { name, text, values: [...values, ...parts.flatMap((part) => part.values)] };
}

function partsOf({ kept, findings }: BesideGroup, waits: readonly WaitRow[]): Part[] {
  const parts: Part[] = [];
  if (waits.length > 0) {
    parts.push({
      name: 'wait',
      types: ['bigint[]', 'bytea[]', 'bigint[]'],
      sql: insertedWaits,
      values: [
        int8Array(waits.map(({ index }) => placeOf(index))),
        textArray(waits.map(({ node }) => node)),
        int8Array(waits.map(({ waitMs }) => waitMs)),
      ],
    });
  }
  if (kept !== undefined) {
    parts.push({
      name: 'keep',
      types: ['bigint[]', 'bytea[]'],
      sql: keptHeaders,
      values: [int8Array([...kept.keys()].map(placeOf)), textArray([...kept.values()])],
    });
  }
  if (findings !== undefined) {
    const found = [...findings.values()];
    parts.push({
      name: 'compare',
      types: ['bigint[]', 'bytea[]', 'bytea[]'],
      sql: contractFindings,
      values: [
        int8Array([...findings.keys()].map(placeOf)),
        textArray(found.map(({ verdict }) => verdict)),
        textArray(found.map(({ finding }) => finding)),
      ],
    });
  }
  return parts;
}

/** The statement that stores this group; its row is an `AppendRow`. */
export function appendStatement(captures: readonly NewCapture[]): QueryConfig<Value[]> {
  const totals = totalsColumns(captures);
  const [endpointIds] = totals;
  const answering = answeringRows(captures);
  const parts = partsOf(besideGroup(captures), waitRows(captures));
  // Mostly nothing but the counters depends on the version.
  const isPlain =
    answering.length === 0 &&
    parts.length === 0 &&
    new Set(endpointIds).size === endpointIds?.length;
  if (isPlain && endpointIds?.length === 1) {
    const values = [...totals.flat(), ...columnValues(captures)];
    return { name: 'append to one', text: appendToOne, values };
  }
  const values: Buffer[] = [
    ...totals.map(int8Array),
    int8Array(captures.map(({ endpointId }) => endpointId)),
    ...columnValues(captures),
  ];
  if (isPlain) return { name: 'append', text: append, values };
  values.push(
    int8Array(captures.map(({ settingsVersion }) => settingsVersion)),
    ...answeringValues(answering),
  );
  return countAndStoreWith(parts, values);
}

/** Places in SQL begin with 1. */
function placeOf(index: number): number {
  return index + 1;
}

function columnValues(captures: readonly NewCapture[]): Buffer[] {
  return [
    int8Array(captures.map(({ receivedAt }) => receivedAt)),
    int8Array(captures.map(({ droppedHeaders }) => droppedHeaders)),
    textArray(captures.map(({ method }) => method)),
    textArray(captures.map(({ target }) => target)),
    textArray(captures.map(({ headers }) => headers)),
    textArray(captures.map(({ ipAddress }) => ipAddress)),
    bytesArray(captures.map(({ body, bodySize }) => ({ pieces: body, size: bodySize }))),
  ];
}

function answeringValues(rows: readonly AnswerPlanRow[]): Buffer[] {
  return [
    int8Array(rows.map(({ index }) => index + 1)),
    ...answeringTexts.map((name) => textArray(rows.map((row) => row[name]))),
  ];
}
