import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import type { CaptureFields, StoredCapture, StoredContractFinding } from '../captures.ts';
import {
  type AnsweredColumns,
  addAnswered,
  addCapture,
  addListener,
  answeredIn,
  answeredOf,
  type CaptureColumns,
  capturesIn,
  emptyColumns,
  type ListenerColumns,
  listenerOf,
  listenersIn,
  noListeners,
  noneAnswered,
} from './capture-columns.ts';

/** Captures on their way from a thread to the event loop. */
export interface PackedCaptures {
  ids: number[];
  captures: CaptureColumns;
  answered: AnsweredColumns;
  listeners: ListenerColumns;
  /** By the place of their captures; mostly there are none. */
  findings: ReadonlyMap<number, StoredContractFinding>;
  /** All bodies of at most `largestBodyBytes` bytes. */
  bodies: ArrayBuffer;
  /** -1 if no body was read. */
  largestBodyBytes: number;
}

/** A longer body has a statement of its own. */
const shortBodyBytes = 16 * 1024;

/**
 * Only the length of the body is read, which stands in the row's header. A short body (?2 is the bound) comes
 * along all the same: a second statement would cost more than reading it in vain.
 */
const selectRow = `select captured.endpoint_id, received_at, method, target, headers, dropped_headers, ip_address,
    octet_length(body), octet_length(headers) + octet_length(target),
    case when octet_length(body) <= ?2 then body end, answered.delivery, answered.attempt, answered.answer,
    answered.verdict, answered.signature, answered.event, answered.cut_short_after,
    case when listener.offered is null then listener.answer end, listener.waits_until, found.verdict, found.finding
  from captured_request captured left join capture_answer answered on answered.capture_id = captured.id
  left join listener_answer listener on listener.capture_id = captured.id
  left join capture_contract found on found.capture_id = captured.id
  where captured.id = ?1`;
const selectBody = 'select body from captured_request where id = ?';

/** Collects captures in the thread. A long body is read once its capture is accepted. */
export class CapturePacker {
  readonly #connection: Connection;
  readonly #largestBodyBytes: number;
  readonly #ids: number[] = [];
  readonly #captures = emptyColumns();
  readonly #answered = noneAnswered();
  readonly #listeners = noListeners();
  readonly #findings = new Map<number, StoredContractFinding>();
  readonly #bodies: Uint8Array[] = [];
  #bytes = 0;

  /** A body of more bytes than `largestBodyBytes` is left out. */
  constructor(connection: Connection, largestBodyBytes: number) {
    this.#connection = connection;
    this.#largestBodyBytes = largestBodyBytes;
  }

  get count(): number {
    return this.#ids.length;
  }

  /**
   * Adds a capture, unless it is not the first and would take the sum past `maxBytes`: then false. One that is gone is left
   * out.
   */
  add(id: number, maxBytes: number): boolean {
    const room = this.#ids.length === 0 ? Number.POSITIVE_INFINITY : maxBytes - this.#bytes;
    const row = readRow(this.#connection, id, { largestBodyBytes: this.#largestBodyBytes, room });
    if (row === 'tooLarge') return false;
    if (row === undefined) return true;
    this.#bytes += row.bytes;
    this.#ids.push(id);
    addCapture(this.#captures, row.fields);
    addAnswered(this.#answered, this.#ids.length - 1, row.answer);
    addListener(this.#listeners, this.#ids.length - 1, row.listener);
    if (row.finding !== undefined) this.#findings.set(this.#ids.length - 1, row.finding);
    if (row.body !== undefined) this.#bodies.push(row.body);
    return true;
  }

  get packed(): PackedCaptures {
    return {
      ids: this.#ids,
      captures: this.#captures,
      answered: this.#answered,
      listeners: this.#listeners,
      findings: this.#findings,
      bodies: joined(this.#bodies),
      largestBodyBytes: this.#largestBodyBytes,
    };
  }
}

interface ReadRow {
  fields: CaptureFields;
  /** The columns of its answer, all null if it has none. */
  answer: SQLOutputValue[];
  /** The columns of its listener's answer, all null if none was asked. */
  listener: SQLOutputValue[];
  finding: StoredContractFinding | undefined;
  body: Uint8Array | undefined;
  /** Of headers, target and the body that was read. */
  bytes: number;
}

interface ReadBounds {
  /** A body of more bytes is left out. */
  largestBodyBytes: number;
  /** A capture that takes more bytes is not read. */
  room: number;
}

/** Bounds for the bodies that are read. */
export const anySize = Number.MAX_SAFE_INTEGER;
export const noBody = -1;

/** A capture; undefined if it is gone. */
function readRow(
  connection: Connection,
  id: number,
  { largestBodyBytes, room }: ReadBounds,
): ReadRow | 'tooLarge' | undefined {
  const row = connection.row(selectRow, id, Math.min(largestBodyBytes, shortBodyBytes));
  if (row === undefined) return undefined;
  const bodySize = Number(row[7]);
  const withBody = bodySize <= largestBodyBytes;
  const bytes = Number(row[8]) + (withBody ? bodySize : 0);
  if (bytes > room) return 'tooLarge';
  const fields: CaptureFields = {
    endpointId: Number(row[0]),
    receivedAt: Number(row[1]),
    method: String(row[2]),
    target: String(row[3]),
    headers: String(row[4]),
    droppedHeaders: Number(row[5]),
    ipAddress: String(row[6]),
    bodySize,
  };
  const [verdict = null, finding] = row.slice(19);
  return {
    fields,
    answer: row.slice(10, 17),
    listener: row.slice(17, 19),
    finding: verdict === null ? undefined : { verdict: String(verdict), finding: String(finding) },
    body: withBody ? (bodyIn(row[9]) ?? readBody(connection, id)) : undefined,
    bytes,
  };
}

function bodyIn(column: SQLOutputValue | undefined): Uint8Array | undefined {
  return column instanceof Uint8Array ? column : undefined;
}

function readBody(connection: Connection, id: number): Uint8Array {
  return bodyIn(connection.row(selectBody, id)?.[0]) ?? new Uint8Array(0);
}

/** The same as the capture that it is, for work in the thread. */
export function readCapture(
  connection: Connection,
  id: number,
  bounds: ReadBounds,
): { capture: StoredCapture; bytes: number } | 'tooLarge' | undefined {
  const row = readRow(connection, id, bounds);
  if (row === undefined || row === 'tooLarge') return row;
  const capture: StoredCapture = { id, ...row.fields };
  const answered = answeredOf(row.answer);
  if (answered !== undefined) capture.answered = answered;
  const listener = listenerOf(row.listener);
  if (listener !== undefined) capture.listener = listener;
  if (row.finding !== undefined) capture.contract = row.finding;
  if (row.body !== undefined) capture.body = row.body;
  return { capture, bytes: row.bytes };
}

/** All bodies in one buffer; a single one (which may be 25 MiB) is not copied. */
function joined(bodies: Uint8Array[]): ArrayBuffer {
  const [only] = bodies;
  if (bodies.length === 1 && only?.buffer instanceof ArrayBuffer) {
    if (only.buffer.byteLength === only.byteLength) return only.buffer;
  }
  const all = new Uint8Array(bodies.reduce((sum, body) => sum + body.byteLength, 0));
  let offset = 0;
  for (const body of bodies) {
    all.set(body, offset);
    offset += body.byteLength;
  }
  return all.buffer;
}

/** The captures on the event loop's side; their bodies are views of the one buffer. */
export function unpackCaptures(packed: PackedCaptures): StoredCapture[] {
  let offset = 0;
  const answeredAt = answeredIn(packed.answered);
  const listenerAt = listenersIn(packed.listeners);
  return capturesIn(packed.captures).map((fields, index) => {
    const capture: StoredCapture = { id: packed.ids[index] ?? 0, ...fields };
    const answered = answeredAt.get(index);
    if (answered !== undefined) capture.answered = answered;
    const listener = listenerAt.get(index);
    if (listener !== undefined) capture.listener = listener;
    const finding = packed.findings.get(index);
    if (finding !== undefined) capture.contract = finding;
    if (fields.bodySize <= packed.largestBodyBytes) {
      capture.body = new Uint8Array(packed.bodies, offset, fields.bodySize);
      offset += fields.bodySize;
    }
    return capture;
  });
}
