import { createHash, hash } from 'node:crypto';
import type { Row } from './moved-tables.ts';

/** So much text is collected before it goes into the hash: one call for each row would cost more than the hash. */
const chunkCharacters = 64 * 1024;

/** The number of a table's rows, and their checksum. */
export interface TableChecksum {
  rows: number;
  /** SHA-256 over all rows, one after the other, in hex. */
  checksum: string;
}

/**
 * A checksum over rows in their order. A row counts as the JSON array of its values, with the SHA-256 in hex in
 * place of bytes: PostgreSQL can compute that without sending the body.
 */
export class Checksum {
  readonly #hash = createHash('sha256');
  #chunk = '';
  #rows = 0;

  add(row: Row): void {
    const values = row.map((value) =>
      value instanceof Uint8Array ? hash('sha256', value) : value,
    );
    this.#chunk += `${JSON.stringify(values)}\n`;
    this.#rows += 1;
    if (this.#chunk.length > chunkCharacters) this.#flush();
  }

  /** The result. To be called once, at the end. */
  end(): TableChecksum {
    this.#flush();
    return { rows: this.#rows, checksum: this.#hash.digest('hex') };
  }

  #flush(): void {
    this.#hash.update(this.#chunk);
    this.#chunk = '';
  }
}
