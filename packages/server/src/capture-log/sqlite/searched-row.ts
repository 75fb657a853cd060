import type { SQLOutputValue } from 'node:sqlite';
import type { Connection } from '../../database/sqlite/connection.ts';
import { decodeText } from '../../sent-request/decode-text.ts';
import type { StoredBody } from '../../sent-request/needle-test.ts';
import { bodyChecksum, contradicts, headChecksum, keptHeadersChecksum } from './checksums.ts';

const readBody = 'select body from captured_request where id = ?';

/** A body that can be checked once it was read. */
export class CheckedBody implements StoredBody {
  readonly #connection: Connection;
  readonly #id: number;
  readonly #text: SQLOutputValue | undefined;
  readonly #checksum: SQLOutputValue | undefined;
  #bytes: Uint8Array | undefined;
  #wasRead = false;

  /** @param text null if the body is not at hand */
  constructor(
    connection: Connection,
    id: number,
    text: SQLOutputValue | undefined,
    checksum: SQLOutputValue | undefined,
  ) {
    this.#connection = connection;
    this.#id = id;
    this.#text = text;
    this.#checksum = checksum;
  }

  utf8Text(): string {
    this.#wasRead = true;
    return typeof this.#text === 'string' ? this.#text : decodeText(this.bytes(), 'utf-8').text;
  }

  bytes(): Uint8Array {
    this.#wasRead = true;
    if (this.#bytes !== undefined) return this.#bytes;
    const body = this.#connection.row(readBody, this.#id)?.[0];
    this.#bytes = body instanceof Uint8Array ? body : new Uint8Array();
    return this.#bytes;
  }

  /** Whether what was read of it is not what was stored. */
  get isDamaged(): boolean {
    if (!this.#wasRead) return false;
    const text = this.#text;
    // The text of what is no UTF-8 does not have its bytes.
    if (typeof text === 'string' && !contradicts(this.#checksum, () => bodyChecksum(text)))
      return false;
    return contradicts(this.#checksum, () => bodyChecksum(this.bytes()));
  }
}

/**
 * Whether a row of a search, with the columns in their order there, is not what was stored in all but its body.
 * @param endpointId the one that the index has it at
 */
export function isDamagedHead(
  row: readonly SQLOutputValue[],
  id: number,
  endpointId: number | undefined,
): boolean {
  const [kept, keptChecksum, ownEndpointId, droppedHeaders, checksum] = row.slice(14);
  if (ownEndpointId !== endpointId) return true;
  if (typeof kept === 'string' && contradicts(keptChecksum, () => keptHeadersChecksum(id, kept)))
    return true;
  return contradicts(checksum, () =>
    headChecksum(id, {
      endpointId: Number(ownEndpointId),
      receivedAt: Number(row[1]),
      method: String(row[2]),
      target: String(row[3]),
      headers: String(row[4]),
      droppedHeaders: Number(droppedHeaders),
      ipAddress: String(row[5]),
      bodySize: Number(row[6]),
    }),
  );
}
