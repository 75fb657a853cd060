import type { Delivery } from '@hookwell/client';
import { Subscribers } from '../live/listeners.ts';

/** Reads the deliveries that began before this id, newest first; all of them if it is missing. */
export type ReadPage = (
  before: number | undefined,
  signal: AbortSignal,
) => Promise<ListedDeliveries>;

export interface DeliverySnapshot {
  /** Newest first. */
  items: readonly Delivery[];
  isLoaded: boolean;
  isComplete: boolean;
  /** Why they could not be read last. */
  error: Error | undefined;
}

interface DeliveryLogOptions {
  /** Only deliveries that began before this id. */
  before?: number | undefined;
  /** The least pause between two readings of changes, in milliseconds. */
  pauseMs?: number;
}

/** Changes of so many older deliveries are read in one go. */
const mostReadAtOnce = 3;
/** Readings of changes take at most a quarter of the time, since deliveries can be long. */
const restShare = 3;

/** The deliveries of an endpoint, loaded page by page and kept up to date. */
export class DeliveryLog {
  readonly #read: ReadPage;
  readonly #before: number | undefined;
  readonly #pauseMs: number;
  readonly #listeners = new Subscribers<void>();
  #known: ListedDeliveries = { items: [], next: undefined };
  #snapshot: DeliverySnapshot = { items: [], isLoaded: false, isComplete: false, error: undefined };
  #isStale = false;
  /** Those who wait until all that is loaded was read again. */
  readonly #looks: PromiseWithResolvers<void>[] = [];
  readonly #changed = new Set<string>();
  #isReading = false;
  #isReadingOlder = false;
  #end = new AbortController();

  constructor(read: ReadPage, { before, pauseMs = 500 }: DeliveryLogOptions = {}) {
    this.#read = read;
    this.#before = before;
    this.#pauseMs = pauseMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  readonly getSnapshot = (): DeliverySnapshot => this.#snapshot;

  /**
   * Reads the newest page.
   * @returns a function that stops all reading
   */
  open(): () => void {
    const end = new AbortController();
    this.#end = end;
    this.#isReading = false;
    this.#isReadingOlder = false;
    this.refresh();
    return () => end.abort();
  }

  /** Reads the newest page again, now or soon. */
  refresh(): void {
    this.#isStale = true;
    void this.#readChanges(this.#end.signal);
  }

  /**
   * Reads again all that is loaded.
   * @throws {Error} if it cannot be read
   */
  lookAgain(): Promise<void> {
    const look = Promise.withResolvers<void>();
    this.#looks.push(look);
    this.refresh();
    return look.promise;
  }

  /** Reads what an attempt has changed, now or soon. */
  hear(deliveries: readonly string[]): void {
    for (const delivery of deliveries) this.#changed.add(delivery);
    this.refresh();
  }

  /** Reads the next page, unless it is being read or there is none. */
  async wantOlder(): Promise<void> {
    const { signal } = this.#end;
    const { next } = this.#known;
    if (next === undefined || this.#isReadingOlder) return;
    this.#isReadingOlder = true;
    try {
      const older = await this.#read(next, signal);
      // Meanwhile so many new ones may have come that the list began anew.
      if (!signal.aborted && this.#known.next === next) this.#show(withOlder(this.#known, older));
    } catch (error) {
      this.#fail(error, signal);
    } finally {
      if (!signal.aborted) this.#isReadingOlder = false;
    }
  }

  async #readChanges(signal: AbortSignal): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && !signal.aborted) {
        const start = performance.now();
        const looks = this.#looks.length;
        await this.#readOnce(signal, looks > 0);
        for (const { resolve } of this.#looks.splice(0, looks)) resolve();
        const took = performance.now() - start;
        await pause(Math.max(this.#pauseMs, restShare * took), signal);
      }
    } catch (error) {
      this.#fail(error, signal);
      for (const { reject } of signal.aborted ? [] : this.#looks.splice(0)) reject(error);
    } finally {
      if (!signal.aborted) this.#isReading = false;
      else for (const { resolve } of this.#looks.splice(0)) resolve();
    }
  }

  async #readOnce(signal: AbortSignal, isAll: boolean): Promise<void> {
    this.#isStale = false;
    const heard = [...this.#changed];
    this.#changed.clear();
    const through = this.#snapshot.isLoaded ? (this.#known.next ?? 0) : Number.POSITIVE_INFINITY;
    let newest = await this.#read(this.#before, signal);
    while (isAll && newest.next !== undefined && newest.next > through) {
      newest = withOlder(newest, await this.#read(newest.next, signal));
    }
    if (signal.aborted) return;
    this.#show(isAll ? newest : withNewest(this.#known, newest));
    const read = new Set(newest.items.map(({ delivery }) => delivery));
    const older = this.#known.items.filter(
      ({ delivery }) => heard.includes(delivery) && !read.has(delivery),
    );
    for (const { attempts } of older.slice(0, mostReadAtOnce)) {
      const first = attempts[0]?.id ?? 0;
      const { items } = await this.#read(first + 1, signal);
      if (signal.aborted) return;
      this.#show(withChanged(this.#known, items));
    }
    const waiting = older.slice(mostReadAtOnce).map(({ delivery }) => delivery);
    if (waiting.length > 0) this.hear(waiting);
  }

  #show(known: ListedDeliveries): void {
    this.#known = known;
    const { items, next } = known;
    this.#set({ items, isLoaded: true, isComplete: next === undefined, error: undefined });
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const shown = error instanceof Error ? error : new Error(String(error));
    this.#set({ ...this.#snapshot, error: shown });
  }

  #set(snapshot: DeliverySnapshot): void {
    this.#snapshot = snapshot;
    this.#listeners.tell();
  }
}

/** Ends early, without an error, if the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}

/** Deliveries in the order of the service: by their first attempt, the newest first. */
interface ListedDeliveries {
  items: readonly Delivery[];
  /** The place where the page after them begins; `undefined` if there are no more. */
  next: number | undefined;
}

/** Puts the newest page, as it is now, in the place of what is known of it. Deliveries that it lacks are gone. */
function withNewest(known: ListedDeliveries, newest: ListedDeliveries): ListedDeliveries {
  const last = newest.items.at(-1);
  const place = known.items.findIndex(({ delivery }) => delivery === last?.delivery);
  // If the page ends at none that is known, what follows it is not known either.
  if (newest.next === undefined || place < 0) return newest;
  const rest = { items: known.items.slice(place + 1), next: known.next };
  return withOlder(newest, rest);
}

/** Appends the page that follows. A delivery that began anew meanwhile is in the list already. */
function withOlder(known: ListedDeliveries, older: ListedDeliveries): ListedDeliveries {
  const keys = new Set(known.items.map(({ delivery }) => delivery));
  const added = older.items.filter(({ delivery }) => !keys.has(delivery));
  return { items: [...known.items, ...added], next: older.next };
}

/** Replaces the known deliveries by what they are now. */
function withChanged(known: ListedDeliveries, changed: readonly Delivery[]): ListedDeliveries {
  const byKey = new Map(changed.map((delivery) => [delivery.delivery, delivery]));
  const items = known.items.map((item) => byKey.get(item.delivery) ?? item);
  return { ...known, items };
}
