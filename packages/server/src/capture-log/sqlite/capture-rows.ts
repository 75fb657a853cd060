import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import type { PackedCaptures } from '../../store/sqlite/messages.ts';
import type { StoredCapture } from '../capture-log.ts';

/** How many values `COLUMNS` gives. */
const CAPTURE_FIELDS = 9;

/**
 * Everything but the body, of which only the length is read: that stands in the row's header. A small body
 * comes along all the same (?2 bounds it): a second statement would cost more than reading it in vain.
 */
const COLUMNS = `id, endpoint_id, received_at, method, target, headers, dropped_headers, ip_address,
  octet_length(body)`;
const ROW = `select ${COLUMNS}, octet_length(headers) + octet_length(target),
    case when octet_length(body) <= ?2 then body end
  from captured_request where id = ?1`;
const BODY = 'select body from captured_request where id = ?';
const SMALL_BODY = 16 * 1024;

/** Collects captures in the thread. Bodies are read one at a time, once the row was accepted. */
export class CapturePacker {
  readonly #connection: Connection;
  readonly #largestBody: number;
  readonly #fields: SQLOutputValue[] = [];
  readonly #bodies: Uint8Array[] = [];
  #size = 0;

  /** A body of more bytes than `largestBody` is left out. */
  constructor(connection: Connection, largestBody: number) {
    this.#connection = connection;
    this.#largestBody = largestBody;
  }

  /** Adds a capture, unless it is not the first and would take the sum past `maxBytes`: then false. */
  add(id: number, maxBytes: number): boolean {
    const row = this.#connection.row(ROW, id, Math.min(this.#largestBody, SMALL_BODY));
    if (row === undefined) return true;
    const body = row.pop();
    const textSize = Number(row.pop());
    const bodySize = Number(row[CAPTURE_FIELDS - 1]);
    const withBody = bodySize <= this.#largestBody;
    const size = textSize + (withBody ? bodySize : 0);
    if (this.#fields.length > 0 && this.#size + size > maxBytes) return false;
    this.#size += size;
    this.#fields.push(...row);
    if (withBody) this.#bodies.push(body instanceof Uint8Array ? body : this.#readBody(id));
    return true;
  }

  get packed(): PackedCaptures {
    return {
      fields: this.#fields,
      bodies: joined(this.#bodies),
      largestBody: this.#largestBody,
    };
  }

  #readBody(id: number): Uint8Array {
    const body = this.#connection.row(BODY, id)?.[0];
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
export function unpackCaptures({ fields, bodies, largestBody }: PackedCaptures): StoredCapture[] {
  const captures: StoredCapture[] = [];
  let offset = 0;
  for (let at = 0; at < fields.length; at += CAPTURE_FIELDS) {
    const bodySize = Number(fields[at + 8]);
    const withBody = bodySize <= largestBody;
    captures.push({
      id: Number(fields[at]),
      endpointId: Number(fields[at + 1]),
      receivedAt: Number(fields[at + 2]),
      method: String(fields[at + 3]),
      target: String(fields[at + 4]),
      headers: String(fields[at + 5]),
      droppedHeaders: Number(fields[at + 6]),
      ipAddress: String(fields[at + 7]),
      bodySize,
      ...(withBody ? { body: new Uint8Array(bodies, offset, bodySize) } : {}),
    });
    if (withBody) offset += bodySize;
  }
  return captures;
}
