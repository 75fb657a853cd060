import type { CapturedRequestSummary } from '@hookwell/client';
import { createStore } from '@tanstack/react-store';
import { Subscribers } from '../live/listeners.ts';
import { toast, toasts } from '../ui/toasts.tsx';

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
  readonly #listeners = new Subscribers<void>();

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

/** Some removals that are undone together, and the message that offers it. */
interface Undoable {
  removals: readonly Removal[];
  undo: () => void;
  carryOut: () => Promise<unknown>;
  /** Takes the message away, and neither undoes the removals nor carries them out. */
  close: () => void;
}

/** The removals that can be undone in this tab. The latest stands last. */
export const undoables = createStore<readonly Undoable[]>([]);

/** Removals can be undone for this time. */
const undoableMs = 15_000;

/**
 * Offers to undo removals as long as their message shows. When it disappears, they are carried out.
 * @param text the words of the message
 */
export function offerUndo(
  text: string,
  { removals, ...steps }: Pick<Undoable, 'removals' | 'undo' | 'carryOut'>,
): void {
  let isOpen = true;
  const end = <Result>(after: () => Result): Result | undefined => {
    if (!isOpen) return undefined;
    isOpen = false;
    watching.unsubscribe();
    undoables.setState((open) => open.filter((one) => one !== undoable));
    dismiss();
    return after();
  };
  const undo = () => end(steps.undo);
  const dismiss = toast({ text, durationMs: undoableMs, action: { label: 'Undo', run: undo } });
  const shown = toasts.get().at(-1);
  const watching = toasts.subscribe(() => {
    if (shown !== undefined && toasts.get().includes(shown)) return;
    // The undo button may take the message away before its own handler runs.
    setTimeout(() => end(steps.carryOut));
  });
  const undoable: Undoable = {
    removals,
    undo,
    carryOut: async () => await end(steps.carryOut),
    close: () => end(() => {}),
  };
  undoables.setState((open) => [...open, undoable]);
}

/**
 * Carries out now whatever could still be undone, and resolves when that is done. To be called before the page is left, and
 * before a guest becomes another account. What fails is said in a message, or tried again once the service is back.
 */
export async function carryOutAll(): Promise<void> {
  await Promise.all(undoables.get().map(({ carryOut }) => carryOut()));
}

/** Closes all offers to undo, and neither undoes the removals nor carries them out: the session is another one. */
export function closeUndoables(): void {
  for (const { close } of undoables.get()) close();
}
