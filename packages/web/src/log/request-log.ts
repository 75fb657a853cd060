import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { Listeners } from '../live/listeners.ts';
import { indexBelow, indexOfId, joinNewest } from './newest-first.ts';
import { RecentAdditions } from './recent-additions.ts';
import type { RemovedRequests } from './removed-requests.ts';

/** The captured requests of one endpoint, by its token, or of all. */
export type Scope = string | 'all';

export interface LogSnapshot {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** Changes whenever items changed in another way than growing at their ends. */
  generation: number;
  /** Whether the service has nothing older. */
  isComplete: boolean;
  /** Whether the newest page was read. */
  isLoaded: boolean;
  /** Why it, or the page with older ones, could not be read: a sentence. */
  problem: string | undefined;
  isLoadingOlder: boolean;
  isPaused: boolean;
  /** How many arrived since the pause began. */
  heldCount: number;
}

const pageSize = 100;
/** How many are kept while arrivals come in at the top, and how many where somebody reads further down. */
const kept = { atTop: 20_000, away: 100_000 };
/** So many more may come before the oldest are dropped: not every arrival shall copy the list. */
const slack = 1_000;
/** How many arrivals a pause holds back; past that the newest page is read at its end. */
const heldAtMost = 5_000;

/**
 * The captured requests of one scope, newest first: pages from the service, joined by id with what
 * arrives. Without a gap from the newest to the oldest that is loaded.
 */
export class RequestLog {
  readonly #client: HookwellClient;
  readonly #removed: RemovedRequests;
  readonly #endpoint: string | undefined;
  readonly endpointId: number | undefined;
  readonly #listeners = new Listeners<void>();
  /** With those that are removed, which may come back. */
  #loaded: readonly CapturedRequestSummary[] = [];
  readonly #recent = new RecentAdditions();
  #held: CapturedRequestSummary[] = [];
  /** Something is missing at the top that only the service knows. */
  #isStale = false;
  /** Somebody reads further down. */
  #isAway = false;
  #newestCall = 0;
  #olderCall: Promise<void> | undefined;
  #isLastPage = false;
  #snapshot: LogSnapshot = {
    items: [],
    generation: 0,
    isComplete: false,
    isLoaded: false,
    problem: undefined,
    isLoadingOlder: false,
    isPaused: false,
    heldCount: 0,
  };

  /** @param endpoint the token and id of the one whose captured requests these are; else all */
  constructor(
    client: HookwellClient,
    removed: RemovedRequests,
    endpoint?: { token: string; id: number },
  ) {
    this.#client = client;
    this.#removed = removed;
    this.#endpoint = endpoint?.token;
    this.endpointId = endpoint?.id;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);
  get isWatched(): boolean {
    return !this.#listeners.isEmpty;
  }

  readonly getSnapshot = (): LogSnapshot => this.#snapshot;

  find(id: number): CapturedRequestSummary | undefined {
    const { items } = this.#snapshot;
    return items[indexOfId(items, id)] ?? this.#held.find((held) => held.id === id);
  }

  /** Takes what arrived, in rising order of the ids. */
  add(summaries: readonly CapturedRequestSummary[]): void {
    const newest = (this.#snapshot.isPaused ? this.#held[0] : undefined) ?? this.#loaded[0];
    const arrived = summaries
      .filter((summary) => this.#isMine(summary) && summary.id > (newest?.id ?? 0))
      .reverse();
    if (arrived.length === 0) return;
    if (this.#snapshot.isPaused) return this.#hold(arrived);
    this.#loaded = arrived.concat(this.#loaded);
    this.#recent.add(arrived.at(-1)?.id ?? 0);
    const { items } = this.#snapshot;
    this.#set({ items: arrived.filter((one) => !this.#removed.has(one)).concat(items) });
    this.#trim();
  }

  /** Whether it came to the list within the last two seconds. */
  wasJustAdded(id: number): boolean {
    return this.#recent.has(id);
  }

  /** Reads the newest page: at the beginning, and whenever arrivals may have been missed. */
  async loadNewest(): Promise<void> {
    if (this.#snapshot.isPaused && this.#snapshot.isLoaded) {
      this.#isStale = true;
      return;
    }
    this.#newestCall += 1;
    const call = this.#newestCall;
    const newestBefore = this.#loaded[0]?.id ?? 0;
    this.#set({ problem: undefined });
    try {
      const { items, next } = await this.#page({});
      if (call !== this.#newestCall) return;
      const joined = joinNewest(this.#loaded, items, newestBefore, next === undefined);
      this.#loaded = joined.items;
      this.#isLastPage = next === undefined || (joined.keepsOlder && this.#isLastPage);
      this.#isStale = false;
      this.#set({ isLoaded: true });
      this.refresh();
    } catch (error) {
      if (call === this.#newestCall) this.#set({ problem: errorMessage(error) });
    }
  }

  /** Reads the page after the oldest, unless that is under way, or all is there. */
  loadOlder(limit = pageSize): Promise<void> {
    const oldest = this.#loaded.at(-1);
    if (oldest === undefined || this.#snapshot.isComplete) return Promise.resolve();
    if (this.#olderCall !== undefined) return this.#olderCall;
    this.#olderCall = this.#loadBelow(oldest.id, limit).finally(() => {
      this.#olderCall = undefined;
      this.#set({ isLoadingOlder: false });
    });
    // Whoever hears of this may ask for older ones at once: then the call must be known.
    this.#set({ isLoadingOlder: true, problem: undefined });
    return this.#olderCall;
  }

  async #loadBelow(before: number, limit: number): Promise<void> {
    try {
      const { items, next } = await this.#page({ before, limit });
      // The end was dropped meanwhile, or all of it.
      if (this.#loaded.at(-1)?.id !== before) return;
      this.#loaded = this.#loaded.concat(items);
      this.#isLastPage = next === undefined;
      const seen = items.filter((one) => !this.#removed.has(one));
      this.#set({ items: this.#snapshot.items.concat(seen), isComplete: this.#isComplete() });
    } catch (error) {
      this.#set({ problem: errorMessage(error) });
    }
  }

  /** Holds arrivals back, or shows those that were. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#snapshot.isPaused) return;
    const held = this.#held;
    const isStale = this.#isStale;
    this.#held = [];
    this.#isStale = false;
    this.#set({ isPaused, heldCount: 0 });
    if (isPaused) return;
    if (isStale) void this.loadNewest();
    else this.add(held.reverse());
  }

  /** Whether somebody reads further down: then nothing is dropped there. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (!isAway) this.#trim();
  }

  /** What is removed has changed. */
  refresh(): void {
    const items = this.#loaded.filter((one) => !this.#removed.has(one));
    this.#held = this.#held.filter((one) => !this.#removed.has(one));
    this.#set({
      items: items.length === this.#loaded.length ? this.#loaded : items,
      generation: this.#snapshot.generation + 1,
      isComplete: this.#isComplete(),
      heldCount: this.#isStale ? this.#snapshot.heldCount : this.#held.length,
    });
  }

  /** Of another session: nothing of it may be shown any more. */
  forget(): void {
    this.#newestCall += 1;
    this.#loaded = [];
    this.#held = [];
    this.#isStale = false;
    this.#isLastPage = false;
    this.#set({ isLoaded: false, problem: undefined });
    this.refresh();
  }

  #page(selection: { before?: number; limit?: number }) {
    const { before, limit = pageSize } = selection;
    return this.#client.requests.page({ endpoint: this.#endpoint, view: 'summary', before, limit });
  }

  #isMine({ endpointId }: CapturedRequestSummary): boolean {
    return this.endpointId === undefined || endpointId === this.endpointId;
  }

  #isComplete(): boolean {
    const oldest = this.#loaded.at(-1)?.id;
    return (
      this.#isLastPage ||
      (oldest !== undefined && this.#removed.areAllUpTo(oldest, this.endpointId))
    );
  }

  #hold(arrived: CapturedRequestSummary[]): void {
    this.#held = arrived.concat(this.#held);
    if (this.#held.length > heldAtMost) {
      this.#held.length = heldAtMost;
      this.#isStale = true;
    }
    this.#set({ heldCount: this.#snapshot.heldCount + arrived.length });
  }

  /** Drops the oldest: they can be read again. */
  #trim(): void {
    const limit = this.#isAway ? kept.away : kept.atTop;
    if (this.#loaded.length <= limit + slack) return;
    this.#loaded = this.#loaded.slice(0, limit);
    this.#isLastPage = false;
    const { items, generation } = this.#snapshot;
    const oldest = this.#loaded.at(-1)?.id ?? 0;
    const left = items.slice(0, indexBelow(items, oldest));
    this.#set({ items: left, generation: generation + 1, isComplete: this.#isComplete() });
  }

  #set(change: Partial<LogSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#listeners.tell();
  }
}
