import type { Connection } from '../../database/sqlite/connection.ts';
import type { StoredCapture } from '../capture-log.ts';
import { type AnsweredColumns, addAnswered, answeredIn, noneAnswered } from './answered-columns.ts';
import { addCapture, type CaptureColumns, capturesIn, emptyColumns } from './capture-columns.ts';

/** Captures on their way from a thread to the event loop. */
export interface PackedCaptures {
  ids: number[];
  captures: CaptureColumns;
  answered: AnsweredColumns;
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
const readRow = `select captured.endpoint_id, received_at, method, target, headers, dropped_headers, ip_address,
    octet_length(body), octet_length(headers) + octet_length(target),
    case when octet_length(body) <= ?2 then body end, answered.delivery, answered.attempt, answered.answer,
    answered.verdict, answered.signature, answered.event
  from captured_request captured left join capture_answer answered on answered.capture_id = captured.id
  where captured.id = ?1`;
const readBody = 'select body from captured_request where id = ?';

/** Collects captures in the thread. A long body is read once its capture is accepted. */
export class CapturePacker {
  readonly #connection: Connection;
  readonly #largestBodyBytes: number;
  readonly #ids: number[] = [];
  readonly #captures = emptyColumns();
  readonly #answered = noneAnswered();
  readonly #bodies: Uint8Array[] = [];
  #bytes = 0;

  /** A body of more bytes than `largestBodyBytes` is left out. */
  constructor(connection: Connection, largestBodyBytes: number) {
    this.#connection = connection;
    this.#largestBodyBytes = largestBodyBytes;
  }

  /** Adds a capture, unless it is not the first and would take the sum past `maxBytes`: then false. */
  add(id: number, maxBytes: number): boolean {
    const row = this.#connection.row(readRow, id, Math.min(this.#largestBodyBytes, shortBodyBytes));
    if (row === undefined) return true;
    const [
      endpointId,
      receivedAt,
      method,
      target,
      headers,
      droppedHeaders,
      ipAddress,
      bodyBytes,
      textBytes,
      shortBody,
      ...answer
    ] = row;
    const bodySize = Number(bodyBytes);
    const withBody = bodySize <= this.#largestBodyBytes;
    const bytes = Number(textBytes) + (withBody ? bodySize : 0);
    if (this.#ids.length > 0 && this.#bytes + bytes > maxBytes) return false;
    this.#bytes += bytes;
    this.#ids.push(id);
    addCapture(this.#captures, {
      endpointId: Number(endpointId),
      receivedAt: Number(receivedAt),
      method: String(method),
      target: String(target),
      headers: String(headers),
      droppedHeaders: Number(droppedHeaders),
      ipAddress: String(ipAddress),
      bodySize,
    });
    addAnswered(this.#answered, this.#ids.length - 1, answer);
    if (withBody) {
      this.#bodies.push(shortBody instanceof Uint8Array ? shortBody : this.#readBody(id));
    }
    return true;
  }

  get packed(): PackedCaptures {
    return {
      ids: this.#ids,
      captures: this.#captures,
      answered: this.#answered,
      bodies: joined(this.#bodies),
      largestBodyBytes: this.#largestBodyBytes,
    };
  }

  #readBody(id: number): Uint8Array {
    const body = this.#connection.row(readBody, id)?.[0];
    return body instanceof Uint8Array ? body : new Uint8Array(0);
  }
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
  return capturesIn(packed.captures).map((fields, index) => {
    const capture: StoredCapture = { id: packed.ids[index] ?? 0, ...fields };
    const answered = answeredAt.get(index);
    if (answered !== undefined) capture.answered = answered;
    if (fields.bodySize <= packed.largestBodyBytes) {
      capture.body = new Uint8Array(packed.bodies, offset, fields.bodySize);
      offset += fields.bodySize;
    }
    return capture;
  });
}
