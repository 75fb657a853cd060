import type { Connection } from '../../database/sqlite/connection.ts';

/** 1 MiB of bits: of the names that are not in a table of a million, one in twenty looks as if it were. */
const bitsInAll = 2 ** 23;
/** Once so many names were added, or as many as the table had, it is read anew: rows may be gone. */
const mostAdded = 2 ** 20;
/** So many rows are read with each group of captures: a tenth of a millisecond. */
const rowsAtOnce = 128;

const nextNames = `select endpoint_id, delivery from delivery where (endpoint_id, delivery) > (?, ?)
  order by endpoint_id, delivery limit ?`;
const beforeAll: readonly [endpointId: number, delivery: string] = [0, ''];

/**
 * Tells of most names of deliveries that the table `delivery` has no row of them, without a look at it: a Bloom filter. Most
 * deliveries are new, and to look each up takes longer than to store it. Until it has read the whole table it knows nothing.
 */
export class DeliveryFilter {
  readonly #connection: Connection;
  readonly #rowsAtOnce: number;
  readonly #bits = new Uint32Array(bitsInAll / 32);
  /** The last row that was read. */
  #last = beforeAll;
  #isWhole = false;
  #added = 0;
  #most: number;

  constructor(connection: Connection, rows = rowsAtOnce, most = mostAdded) {
    this.#connection = connection;
    this.#rowsAtOnce = rows;
    this.#most = most;
  }

  /** Whether the table may have a row of that name. */
  mayHave(delivery: string): boolean {
    if (!this.#isWhole) return true;
    const hash = hashOf(delivery);
    return this.#has(placeOf(hash)) && this.#has(otherPlaceOf(hash));
  }

  /** To be called whenever a row is written. */
  add(delivery: string): void {
    const hash = hashOf(delivery);
    this.#set(placeOf(hash));
    this.#set(otherPlaceOf(hash));
    this.#added += 1;
  }

  /** Reads some more of the table, in a transaction that removes nothing from it: rows would be back if that failed. */
  readSome(): void {
    if (this.#isWhole) {
      if (this.#added < this.#most) return;
      this.#last = beforeAll;
      this.#added = 0;
      this.#bits.fill(0);
    }
    const rows = this.#connection.rows(nextNames, ...this.#last, this.#rowsAtOnce);
    for (const [, delivery] of rows) this.add(String(delivery));
    const [endpointId, delivery] = rows.at(-1) ?? [];
    this.#isWhole = rows.length < this.#rowsAtOnce;
    if (this.#isWhole) this.#most = Math.max(this.#most, 2 * this.#added);
    else this.#last = [Number(endpointId), String(delivery)];
  }

  #has(place: number): boolean {
    return ((this.#bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
  }

  #set(place: number): void {
    this.#bits[place >>> 5] = (this.#bits[place >>> 5] ?? 0) | (1 << (place & 31));
  }
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** The bits of a hash by which its first place is told. */
const placeBits = Math.log2(bitsInAll);

function placeOf(hash: number): number {
  return hash & (bitsInAll - 1);
}

function otherPlaceOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - placeBits);
}
