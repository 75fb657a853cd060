import { createHash, hash } from 'node:crypto';
import type { Row } from './moved-tables.ts';

/** How much text is collected before it goes into the hash: one call for each row would cost more than the hash. */
const chunkLength = 64 * 1024;

/** What a table holds. */
export interface TableChecksum {
  rows: number;
  /** SHA-256 over all rows, one after the other, in hex. */
  checksum: string;
}

/**
 * Adds rows up to a checksum, which depends on their order. A row counts as the JSON array of its values,
 * where bytes are their own SHA-256 in hex: PostgreSQL can say that of a body without sending it.
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
    if (this.#chunk.length > chunkLength) this.#flush();
  }

  /** To be called once, at the end. */
  end(): TableChecksum {
    this.#flush();
    return { rows: this.#rows, checksum: this.#hash.digest('hex') };
  }

  #flush(): void {
    this.#hash.update(this.#chunk);
    this.#chunk = '';
  }
}
