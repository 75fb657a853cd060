import type { CapturedRequestSummary } from '@hookwell/client';
import { Listeners } from '../live/listeners.ts';

/** A removal of one captured request, or of all up to an id, of one endpoint or of all. */
export type Removal =
  | { kind: 'deleted'; id: number }
  | { kind: 'cleared'; endpointId?: number; token?: string; upTo: number; isElsewhere?: true };

/**
 * The captured requests that are not shown any more. The service may not have deleted them yet, and an older answer
 * of it may still have them.
 */
export class RemovedRequests {
  readonly #ids = new Set<number>();
  readonly #idsElsewhere = new Set<number>();
  /** By their JSON: other tabs tell of equal ones. */
  readonly #clears = new Map<string, Extract<Removal, { kind: 'cleared' }>>();
  readonly #listeners = new Listeners<void>();

  add(removal: Removal): void {
    if (removal.kind === 'deleted') this.#ids.add(removal.id);
    else this.#clears.set(JSON.stringify(removal), removal);
    this.#listeners.tell();
  }

  /** Those that are gone from the service, by no removal of this page. */
  addElsewhere(ids: Iterable<number>): void {
    for (const id of ids) this.#idsElsewhere.add(id);
    this.#listeners.tell();
  }

  /** Undoes an `add`. */
  restore(removal: Removal): void {
    if (removal.kind === 'deleted') this.#ids.delete(removal.id);
    else this.#clears.delete(JSON.stringify(removal));
    this.#listeners.tell();
  }

  /** Forgets what is cleared or gone, but for these clears. What comes from another account may be as old, or the same. */
  forgetAllBut(kept: readonly Removal[]): void {
    const keys = new Set(kept.map((removal) => JSON.stringify(removal)));
    this.#idsElsewhere.clear();
    for (const key of this.#clears.keys()) if (!keys.has(key)) this.#clears.delete(key);
    this.#listeners.tell();
  }

  /** Forgets all removals. To be called when the session changes. */
  forget(): void {
    this.#ids.clear();
    this.#idsElsewhere.clear();
    this.#clears.clear();
    this.#listeners.tell();
  }

  has({ id, endpointId }: Pick<CapturedRequestSummary, 'id' | 'endpointId'>): boolean {
    return (
      this.#idsElsewhere.has(id) || this.#ids.has(id) || this.#isCleared(id, endpointId, false)
    );
  }

  /** The same for removals by this page alone. */
  isRemovedHere({ id, endpointId }: Pick<CapturedRequestSummary, 'id' | 'endpointId'>): boolean {
    return this.#ids.has(id) || this.#isCleared(id, endpointId, true);
  }

  #isCleared(id: number, endpointId: number, isHere: boolean): boolean {
    for (const clear of this.#clears.values()) {
      if (isHere && clear.isElsewhere) continue;
      if (id <= clear.upTo && isOf(clear.endpointId, endpointId)) return true;
    }
    return false;
  }

  /** Whether everything up to this id is cleared, of that endpoint or, if it is missing, of all. */
  areAllUpTo(id: number, endpointId: number | undefined): boolean {
    return this.#clears
      .values()
      .some((clear) => id <= clear.upTo && isOf(clear.endpointId, endpointId));
  }

  /**
   * Hears of every change.
   * @returns a function that stops it
   */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}

function isOf(cleared: number | undefined, endpointId: number | undefined): boolean {
  return cleared === undefined || cleared === endpointId;
}
