import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import { isDamage } from '../../database/sqlite/errors.ts';
import type { CaptureFields, StoredCapture, StoredContractFinding } from '../captures.ts';
import {
  type AnsweredColumns,
  addAnswered,
  answeredIn,
  answeredOf,
  noneAnswered,
} from './answered-columns.ts';
import { addCapture, type CaptureColumns, capturesIn, emptyColumns } from './capture-columns.ts';
import { checkedFinding } from './checked-finding.ts';
import { bodyChecksum, contradicts, headChecksum } from './checksums.ts';
import {
  addListener,
  type ListenerColumns,
  listenerOf,
  listenersIn,
  noListeners,
} from './listener-columns.ts';

/** Captures on their way from a thread to the event loop. */
export interface PackedCaptures {
  ids: number[];
  /** Captures that are left out, since they are not what was stored. */
  damaged: number[];
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
    answered.verdict, answered.signature, answered.event, answered.cut_short_after, listener.answer,
    listener.waits_until, captured.head_checksum, captured.body_checksum, found.verdict, found.finding, found.checksum
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
  readonly #damaged: number[] = [];
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
   * Adds a capture, unless it is not the first and would take the sum past `maxBytes`: then false. One that is gone or damaged
   * is left out.
   */
  add(id: number, maxBytes: number, endpointId?: number): boolean {
    const room = this.#ids.length === 0 ? Number.POSITIVE_INFINITY : maxBytes - this.#bytes;
    const bounds = { largestBodyBytes: this.#largestBodyBytes, room };
    const row = readRow(this.#connection, id, endpointId, bounds);
    if (row === 'tooLarge') return false;
    if (row === 'damaged') this.#damaged.push(id);
    if (row === undefined || row === 'damaged') return true;
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
      damaged: this.#damaged,
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

/**
 * A capture; undefined if it is gone. It is damaged if it is not what was stored, or not at the endpoint that the index has it at,
 * if that is given.
 */
function readRow(
  connection: Connection,
  id: number,
  endpointId: number | undefined,
  bounds: ReadBounds,
): ReadRow | 'tooLarge' | 'damaged' | undefined {
  try {
    const row = connection.row(selectRow, id, Math.min(bounds.largestBodyBytes, shortBodyBytes));
    if (row === undefined) return endpointId === undefined ? undefined : 'damaged';
    return checkedRow(connection, id, endpointId ?? Number(row[0]), row, bounds);
  } catch (error) {
    // Others may be in order.
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

function checkedRow(
  connection: Connection,
  id: number,
  endpointId: number,
  row: SQLOutputValue[],
  { largestBodyBytes, room }: ReadBounds,
): ReadRow | 'tooLarge' | 'damaged' {
  const bodySize = Number(row[7]);
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
  if (fields.endpointId !== endpointId) return 'damaged';
  if (contradicts(row[19], () => headChecksum(id, fields))) return 'damaged';
  const withBody = bodySize <= largestBodyBytes;
  const bytes = Number(row[8]) + (withBody ? bodySize : 0);
  if (bytes > room) return 'tooLarge';
  const finding = checkedFinding(id, row.slice(21));
  if (finding === 'damaged') return 'damaged';
  const read = {
    fields,
    answer: row.slice(10, 17),
    listener: row.slice(17, 19),
    finding,
    bytes,
  };
  if (!withBody) return { ...read, body: undefined };
  const body = row[9] instanceof Uint8Array ? row[9] : readBody(connection, id);
  if (contradicts(row[20], () => bodyChecksum(body))) return 'damaged';
  return { ...read, body };
}

/** A capture without its body. */
export function readHead(
  connection: Connection,
  id: number,
  endpointId: number,
): CaptureFields | 'damaged' {
  const row = readRow(connection, id, endpointId, {
    largestBodyBytes: noBody,
    room: Number.POSITIVE_INFINITY,
  });
  return typeof row === 'object' ? row.fields : 'damaged';
}

function readBody(connection: Connection, id: number): Uint8Array {
  const body = connection.row(selectBody, id)?.[0];
  return body instanceof Uint8Array ? body : new Uint8Array(0);
}

/** The same as the capture that it is, for work in the thread. */
export function readCapture(
  connection: Connection,
  id: number,
  endpointId: number | undefined,
  bounds: ReadBounds,
): { capture: StoredCapture; bytes: number } | 'tooLarge' | 'damaged' | undefined {
  const row = readRow(connection, id, endpointId, bounds);
  if (row === undefined || row === 'tooLarge' || row === 'damaged') return row;
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
