import type { SQLOutputValue } from 'node:sqlite';
import type { StoredCapture } from '../capture-log.ts';
import type { Connection } from './connection.ts';
import type { PackedCaptures } from './messages.ts';

/** How many values `COLUMNS` gives. */
const CAPTURE_FIELDS = 9;

/** Everything but the body, of which only the length is read: that stands in the row's header. */
const COLUMNS = `id, endpoint_id, received_at, method, target, headers, dropped_headers, ip_address,
  octet_length(body)`;
const ROW = `select ${COLUMNS}, octet_length(headers) + octet_length(target)
  from captured_request where id = ?`;
const BODY = 'select body from captured_request where id = ?';

/** Collects captures in the thread. Bodies are read one at a time, once the row was accepted. */
export class CapturePacker {
  readonly #connection: Connection;
  readonly #withBody: boolean;
  readonly #fields: SQLOutputValue[] = [];
  readonly #bodies: Uint8Array[] = [];
  #size = 0;

  constructor(connection: Connection, withBody: boolean) {
    this.#connection = connection;
    this.#withBody = withBody;
  }

  /** Adds a capture, unless it is not the first and would take the sum past `maxBytes`: then false. */
  add(id: number, maxBytes: number): boolean {
    const row = this.#connection.row(ROW, id);
    if (row === undefined) return true;
    const textSize = Number(row.pop());
    const size = textSize + (this.#withBody ? Number(row[CAPTURE_FIELDS - 1]) : 0);
    if (this.#fields.length > 0 && this.#size + size > maxBytes) return false;
    this.#size += size;
    this.#fields.push(...row);
    if (this.#withBody) this.#bodies.push(this.#readBody(id));
    return true;
  }

  get packed(): PackedCaptures {
    return { fields: this.#fields, bodies: this.#withBody ? joined(this.#bodies) : null };
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
export function unpackCaptures({ fields, bodies }: PackedCaptures): StoredCapture[] {
  const captures: StoredCapture[] = [];
  let offset = 0;
  for (let at = 0; at < fields.length; at += CAPTURE_FIELDS) {
    const bodySize = Number(fields[at + 8]);
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
      ...(bodies === null ? {} : { body: new Uint8Array(bodies, offset, bodySize) }),
    });
    offset += bodySize;
  }
  return captures;
}
