import { sharedNowMs } from '../../database/postgres/other-nodes.ts';
import type { ConnectionPool, Statement } from '../../database/postgres/pool.ts';
import { answeredBy } from '../answering.ts';
import type { StoredCapture } from '../captures.ts';

/** A body of more bytes is read in pieces of this size: each comes as text, twice as long, in one turn. */
const pieceBytes = 512 * 1024;

interface CaptureRow {
  id: number;
  endpoint_id: number;
  received_at: number;
  dropped_headers: number;
  method: Buffer;
  target: Buffer;
  headers: Buffer;
  ip_address: Buffer;
  body_size: number;
  body: Buffer | null;
  /** Null like the others below if the capture has no answer. */
  delivery: string | null;
  attempt: number;
  answer: string;
  verdict: string | null;
  signature: string | null;
  event: string | null;
  cut_short_after: number | null;
  /** Absent if they were not asked for. */
  kept_headers?: string | null;
  /** The milliseconds that its sender still waits for a listener, which may be over; null if none was asked for its answer. */
  waits_ms: number | null;
  /** Null unless one gave it. */
  listener_answer: string | null;
  /** Both are null if the capture was not compared with a contract. */
  contract_verdict: string | null;
  contract_finding: string | null;
}

/**
 * The rows come in any order. Answers are looked up by the same ids: joined by the rows' ids alone, 1,000 of them made
 * the planner walk the whole table.
 */
function readRows(name: string, [kept, join]: readonly [kept: string, join: string]): Statement {
  return {
    name,
    text: `select captured_request.id, captured_request.endpoint_id, received_at, dropped_headers, method, target, headers, ip_address,
      octet_length(body) as body_size, case when octet_length(body) <= $2 then body end as body,
      answered.delivery, answered.attempt, answered.answer, answered.verdict, answered.signature, answered.event,
      answered.cut_short_after, listener.waits_ms, listener.listener_answer, found.verdict as contract_verdict,
      found.finding as contract_finding${kept}
    from captured_request left join (
      select capture_id, delivery, attempt, answer, verdict, signature, event, cut_short_after
      from capture_answer
      where capture_id = any ($1::bigint[])
    ) as answered on answered.capture_id = captured_request.id
    left join (
      select capture_id, waits_until - ${sharedNowMs} as waits_ms, case when offered is null then answer end as listener_answer
      from listener_answer
      where capture_id = any ($1::bigint[])
    ) as listener on listener.capture_id = captured_request.id
    left join (
      select capture_id, verdict, finding from capture_contract where capture_id = any ($1::bigint[])
    ) as found on found.capture_id = captured_request.id${join}
    where captured_request.id = any ($1::bigint[])`,
  };
}

const readWithoutKept = readRows('read captures', ['', '']);
const readWithKept = readRows('read captures with kept headers', [
  ', kept_headers',
  ` left join (
      select capture_id, headers as kept_headers from capture_kept_headers
      where capture_id = any ($1::bigint[])
    ) as kept on kept.capture_id = captured_request.id`,
]);

const readPiece: Statement = {
  name: 'read piece of body',
  text: 'select substring(body from $2 for $3) as piece from captured_request where id = $1',
};

/** These captures, by id; those that are gone are left out. A body of more than `largestBodyBytes` bytes is left out. */
export async function readCaptures(
  pool: ConnectionPool,
  ids: readonly number[],
  largestBodyBytes: number,
  withKeptHeaders = false,
): Promise<Map<number, StoredCapture>> {
  const captures = new Map<number, StoredCapture>();
  if (ids.length === 0) return captures;
  const rows = await pool.query<CaptureRow>(withKeptHeaders ? readWithKept : readWithoutKept, [
    ids,
    Math.min(largestBodyBytes, pieceBytes),
  ]);
  for (const row of rows) {
    const capture = storedCapture(row);
    if (row.body !== null) capture.body = bytesOf(row.body);
    else if (row.body_size <= largestBodyBytes) {
      const body = await readBody(pool, row.id, row.body_size);
      if (body === undefined) continue;
      capture.body = body;
    }
    captures.set(row.id, capture);
  }
  return captures;
}

/** Undefined if the capture was removed meanwhile. */
async function readBody(
  pool: ConnectionPool,
  id: number,
  size: number,
): Promise<Uint8Array | undefined> {
  const body = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += pieceBytes) {
    const rows = await pool.query<{ piece: Buffer }>(readPiece, [id, offset + 1, pieceBytes]);
    const [row] = rows;
    if (row === undefined) return undefined;
    body.set(row.piece, offset);
  }
  return body;
}

function storedCapture(row: CaptureRow): StoredCapture {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    receivedAt: row.received_at,
    method: row.method.toString(),
    target: row.target.toString(),
    headers: row.headers.toString(),
    droppedHeaders: row.dropped_headers,
    ipAddress: row.ip_address.toString(),
    bodySize: row.body_size,
    ...(typeof row.kept_headers === 'string' && { keptHeaders: row.kept_headers }),
    ...(row.delivery !== null && { answered: answeredBy({ ...row, delivery: row.delivery }) }),
    ...(row.contract_verdict !== null &&
      row.contract_finding !== null && {
        contract: { verdict: row.contract_verdict, finding: row.contract_finding },
      }),
    ...(row.waits_ms !== null && {
      listener: {
        ...(row.listener_answer !== null && { answer: row.listener_answer }),
        waitsUntil: Date.now() + row.waits_ms,
      },
    }),
  };
}

/** A plain view: in JSON and in comparisons a Buffer would differ from the bytes that SQLite gives. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
