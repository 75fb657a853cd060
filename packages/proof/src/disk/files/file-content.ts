import type { Space } from './space.ts';
import type { Survival } from './survival.ts';

export const pageBytes = 4096;
const sectorBytes = 512;

/** The bytes of a file: as they are read, and as they are on the disk. A page is the same array in both while it is synced. */
export class FileContent {
  readonly #space: Space;
  #size = 0;
  #syncedSize = 0;
  #pages = new Map<number, Uint8Array>();
  readonly #syncedPages = new Map<number, Uint8Array>();
  /** The pages that the next sync brings to the disk. */
  readonly #unsynced = new Set<number>();
  /** The pages that a failed sync gave up, as Linux does: they are read as they were written, but no later sync writes them. */
  readonly #givenUp = new Set<number>();

  constructor(space: Space) {
    this.#space = space;
  }

  get size(): number {
    return this.#size;
  }

  get pageCount(): number {
    return this.#pages.size;
  }

  /** Up to so many bytes; what was never written is zero. */
  read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(Math.min(length, this.#size - offset), 0));
    for (let at = 0; at < bytes.byteLength; ) {
      const within = (offset + at) % pageBytes;
      const count = Math.min(pageBytes - within, bytes.byteLength - at);
      const page = this.#pages.get(Math.floor((offset + at) / pageBytes));
      if (page !== undefined) bytes.set(page.subarray(within, within + count), at);
      at += count;
    }
    return bytes;
  }

  /** How many bytes were written: fewer than all, or none, if the disk is full. */
  write(offset: number, bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.byteLength) {
      const within = (offset + at) % pageBytes;
      const count = Math.min(pageBytes - within, bytes.byteLength - at);
      const page = this.#pageToWrite(Math.floor((offset + at) / pageBytes));
      if (page === undefined) break;
      page.set(bytes.subarray(at, at + count), within);
      at += count;
    }
    if (at > 0) this.#size = Math.max(this.#size, offset + at);
    return at;
  }

  /** Takes room for the bytes, which are zero unless they were written before; false if the disk is full. */
  allocate(offset: number, length: number): boolean {
    const end = offset + length;
    for (let number = Math.floor(offset / pageBytes); number * pageBytes < end; number += 1) {
      if (!this.#pages.has(number) && this.#pageToWrite(number) === undefined) return false;
    }
    this.#size = Math.max(this.#size, end);
    return true;
  }

  resize(size: number): void {
    const firstGone = Math.ceil(size / pageBytes);
    for (const number of this.#pages.keys()) {
      if (number < firstGone) continue;
      this.#pages.delete(number);
      this.#changed(number);
      this.#space.give(1);
    }
    if (size < this.#size && size % pageBytes !== 0 && this.#pages.has(firstGone - 1)) {
      this.#pageToWrite(firstGone - 1)?.fill(0, size % pageBytes);
    }
    this.#size = size;
  }

  sync(): void {
    for (const number of this.#unsynced) keep(this.#syncedPages, number, this.#pages.get(number));
    this.#unsynced.clear();
    this.#syncedSize = this.#size;
  }

  failSync(): void {
    for (const number of this.#unsynced) this.#givenUp.add(number);
    this.#unsynced.clear();
  }

  /** The power fails. */
  lose(survival: Survival): void {
    this.#space.give(this.#pages.size);
    for (const number of [...this.#unsynced].sort((a, b) => a - b)) {
      const left = mixture(this.#syncedPages.get(number), this.#pages.get(number), survival);
      keep(this.#syncedPages, number, left);
    }
    const size = sizeLeft(this.#syncedSize, this.#size, survival);
    this.#size = Math.max(this.#syncedSize, this.#size);
    this.#pages = new Map(this.#syncedPages);
    this.#space.give(-this.#pages.size);
    // Cuts off what survived behind the end.
    this.resize(size);
    this.#givenUp.clear();
    this.sync();
  }

  /** Nothing has its last version any more. If the loss of that is lost by a power failure, the synced one is there again. */
  remove(): void {
    this.#space.give(this.#pages.size);
    this.#pages.clear();
    this.#unsynced.clear();
    this.#givenUp.clear();
    this.#size = this.#syncedSize;
  }

  /** A page that may be changed: not the array that is on the disk. */
  #pageToWrite(number: number): Uint8Array | undefined {
    const page = this.#pages.get(number);
    if (page === undefined && !this.#space.take()) return undefined;
    this.#changed(number);
    if (page !== undefined && page !== this.#syncedPages.get(number)) return page;
    const own = page?.slice() ?? new Uint8Array(pageBytes);
    this.#pages.set(number, own);
    return own;
  }

  #changed(number: number): void {
    this.#unsynced.add(number);
    this.#givenUp.delete(number);
  }
}

function keep(pages: Map<number, Uint8Array>, number: number, page: Uint8Array | undefined): void {
  if (page === undefined) pages.delete(number);
  else pages.set(number, page);
}

/** The size after a power failure: what a file has become longer by survives up to the end of some page. */
function sizeLeft(synced: number, last: number, survival: Survival): number {
  if (last <= synced) return survival.keepsCut() ? last : synced;
  const gained = Math.ceil((last - synced) / pageBytes);
  return Math.min(synced + survival.keepsFirst(gained) * pageBytes, last);
}

/** What a power failure leaves of a page that was not synced. */
function mixture(
  synced: Uint8Array | undefined,
  last: Uint8Array | undefined,
  survival: Survival,
): Uint8Array | undefined {
  if (survival.kind !== 'sectors' || last === undefined) {
    return survival.keepsPiece() ? last : synced;
  }
  const mixed = synced?.slice() ?? new Uint8Array(pageBytes);
  for (let at = 0; at < pageBytes; at += sectorBytes) {
    if (survival.keepsPiece()) mixed.set(last.subarray(at, at + sectorBytes), at);
  }
  return mixed;
}
