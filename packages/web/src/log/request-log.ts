import type { CapturedRequestSummary, PageOptions } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';
import { errorMessage } from '@hookwell/core/api/error-message';
import { Subscribers } from '../live/listeners.ts';
import { indexBelow, indexOfId, joinNewest, RecentAdditions } from './newest-first.ts';
import type { Removal, RemovedRequests } from './removed-requests.ts';
import type { StoredAgain } from './stored-again.ts';

/** The token of an endpoint, or all endpoints. */
export type LogScope = string | 'all';

export interface LogSnapshot {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** Another number after every change of the items but growth at their ends. */
  generation: number;
  /** Whether the service has nothing older. */
  isComplete: boolean;
  /** Whether the newest page was read. */
  isLoaded: boolean;
  /** Why the last page could not be read, in a sentence. */
  problem: string | undefined;
  isLoadingOlder: boolean;
  isPaused: boolean;
  /** The number of arrivals since the pause began. */
  heldCount: number;
}

const pageSize = 100;
/** So many are kept while the user is at the top of the list, or reads further down. */
const mostKept = { atTop: 20_000, away: 100_000 };
/** The oldest are dropped only past so many more, so that not every arrival copies the list. */
const mostAboveKept = 1_000;
/** A pause holds back so many arrivals. After a longer one, the newest page is read. */
const mostHeld = 5_000;

/**
 * The captured requests of one scope, the newest first. Pages of the service are joined by id with the arrivals, so
 * there is no gap between the newest and the oldest that is loaded.
 */
export class RequestLog {
  readonly #client: ApiClient;
  readonly #removed: RemovedRequests;
  readonly #endpoint: string | undefined;
  readonly endpointId: number | undefined;
  readonly #onNewest: (items: readonly CapturedRequestSummary[]) => void;
  readonly #listeners = new Subscribers<void>();
  /** Includes removed ones, since a removal can be undone. */
  #loaded: readonly CapturedRequestSummary[] = [];
  readonly #recent = new RecentAdditions();
  #held: CapturedRequestSummary[] = [];
  /** Whether requests may be missing at the top. */
  #isStale = false;
  /** Whether the user reads further down. */
  #isAway = false;
  #newestCall = 0;
  #olderCall: Promise<void> | undefined;
  #isLastPage = false;
  /** The requests that the last look has found to be gone from the service. */
  #expired: Removal | undefined;
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

  /**
   * @param endpoint the endpoint whose captured requests these are; if it is missing, those of all
   * @param onNewest hears of every newest page
   */
  constructor(
    client: ApiClient,
    removed: RemovedRequests,
    endpoint?: { token: string; id: number },
    onNewest: (items: readonly CapturedRequestSummary[]) => void = () => {},
  ) {
    this.#onNewest = onNewest;
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

  /** How many of these are loaded, removed ones included. */
  countLoaded(ids: readonly number[]): number {
    return ids.filter((id) => indexOfId(this.#loaded, id) >= 0).length;
  }

  /** Takes arrivals, whose ids rise. */
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

  /** Whether the captured request arrived within the last two seconds. */
  readonly wasJustAdded = (id: number): boolean => this.#recent.has(id);

  /** Reads the newest page. To be called at the beginning and whenever arrivals may have been missed. */
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
      const { items, next } = await this.page({});
      if (call !== this.#newestCall) return;
      this.#onNewest(items);
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

  /**
   * Reads again what is loaded, as far as some pages go: what is not stored any more is removed, what came with another
   * account's endpoints is taken in.
   * @throws {Error} if the service does not answer
   */
  async lookAgain(): Promise<void> {
    const { newest, oldest } = this.loadedIds;
    if (newest === 0) {
      await this.loadNewest();
      if (this.#snapshot.problem !== undefined) throw new Error(this.#snapshot.problem);
      return;
    }
    const call = this.#newestCall;
    const { joinStored, readStored } = await import('./stored-again.ts');
    const stored = await readStored((from) => this.page(from), newest, oldest, this.#loaded.length);
    if (call !== this.#newestCall) return;
    this.#takeStored(joinStored(this.#loaded, stored, this.endpointId, this.#isAway));
  }

  #takeStored({ items, gone, isLast, expired }: StoredAgain): void {
    this.#loaded = items;
    this.#isLastPage = isLast ?? this.#isLastPage;
    if (this.#expired) this.#removed.restore(this.#expired);
    if (expired) this.#removed.add(expired);
    this.#expired = expired;
    this.#removed.addElsewhere(gone);
    this.refresh();
  }

  /** Reads the page after the oldest, unless it is being read already or nothing is older. */
  loadOlder(limit = pageSize): Promise<void> {
    const oldest = this.#loaded.at(-1);
    if (oldest === undefined || this.#snapshot.isComplete) return Promise.resolve();
    if (this.#olderCall !== undefined) return this.#olderCall;
    this.#olderCall = this.#loadBelow(oldest.id, limit).finally(() => {
      this.#olderCall = undefined;
      this.#set({ isLoadingOlder: false });
    });
    // A listener may call this again at once, so the call must be known by then.
    this.#set({ isLoadingOlder: true, problem: undefined });
    return this.#olderCall;
  }

  async #loadBelow(before: number, limit: number): Promise<void> {
    try {
      const { items, next } = await this.page({ before, limit });
      // Meanwhile the oldest were dropped, or all of them.
      if (this.#loaded.at(-1)?.id !== before) return;
      this.#loaded = this.#loaded.concat(items);
      this.#isLastPage = next === undefined;
      const seen = items.filter((one) => !this.#removed.has(one));
      this.#set({ items: this.#snapshot.items.concat(seen), isComplete: this.#isComplete() });
    } catch (error) {
      this.#set({ problem: errorMessage(error) });
    }
  }

  /** Holds arrivals back, or shows those that were held back. */
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

  /** Says whether the user reads further down. Then more of the older ones are kept. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (!isAway) this.#trim();
  }

  /** Looks at the removals again. */
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

  /** Forgets everything. To be called when the session changes. */
  forget(): void {
    this.#newestCall += 1;
    this.#loaded = [];
    this.#held = [];
    this.#isStale = false;
    this.#isLastPage = false;
    this.#set({ isLoaded: false, problem: undefined });
    this.refresh();
  }

  /**
   * Reads a page of the scope from the service, newest first, with removed ones.
   * @throws {HookwellError} if the service does not answer
   */
  page(selection: Pick<PageOptions, 'match' | 'before' | 'after' | 'limit' | 'signal'>) {
    const { limit = pageSize, ...others } = selection;
    return this.#client.requests.page({
      endpoint: this.#endpoint,
      view: 'summary',
      limit,
      isOneCall: true,
      ...others,
    });
  }

  /** The ids of the newest and the oldest that are loaded, removed ones included; 0 if none is. */
  get loadedIds(): { newest: number; oldest: number } {
    return { newest: this.#loaded[0]?.id ?? 0, oldest: this.#loaded.at(-1)?.id ?? 0 };
  }

  /** Whether the user has cleared everything of the scope up to this id. */
  isClearedUpTo(id: number): boolean {
    return this.#removed.areAllUpTo(id, this.endpointId);
  }

  /** Whether a captured request of the scope is known to be gone: removed by the user, or no longer stored. */
  isGone(summary: CapturedRequestSummary): boolean {
    if (this.#removed.has(summary)) return true;
    const { id } = summary;
    const { newest, oldest } = this.loadedIds;
    return oldest <= id && id <= newest && indexOfId(this.#loaded, id) < 0;
  }

  #isMine({ endpointId }: CapturedRequestSummary): boolean {
    return this.endpointId === undefined || endpointId === this.endpointId;
  }

  #isComplete(): boolean {
    const oldest = this.#loaded.at(-1)?.id;
    return this.#isLastPage || (oldest !== undefined && this.isClearedUpTo(oldest));
  }

  #hold(arrived: CapturedRequestSummary[]): void {
    this.#held = arrived.concat(this.#held);
    if (this.#held.length > mostHeld) {
      this.#held.length = mostHeld;
      this.#isStale = true;
    }
    this.#set({ heldCount: this.#snapshot.heldCount + arrived.length });
  }

  /** Drops the oldest, which can be read again. */
  #trim(): void {
    const limit = this.#isAway ? mostKept.away : mostKept.atTop;
    if (this.#loaded.length <= limit + mostAboveKept) return;
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
