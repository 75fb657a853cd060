import type { CapturedRequestSummary } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import { Listeners } from '../live/listeners.ts';
import { countAbove, indexBelow } from '../log/newest-first.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Filter } from './filter.ts';
import { type FilterSources, RequestVerdicts } from './request-verdicts.ts';
import { nothingYet, type ShownRequests, type ShownSnapshot } from './shown-requests.ts';

/** The search pauses after this time, so that the page can react. */
const turnMs = 8;
const pageSize = 500;
/** A search that finds little loads so many captured requests, and so many more each time the user asks for them. */
const reachStep = 50_000;

/**
 * The captured requests of a log that match a filter. It looks from the newest to the oldest, and fetches older pages
 * and bodies only until it has as many hits as are wanted.
 */
export class RequestSearch implements ShownRequests {
  readonly #log: RequestLog;
  readonly #listeners = new Listeners<void>();
  readonly #verdicts: RequestVerdicts;
  /** The ids between these two were looked at. */
  #newestSeen = 0;
  #oldestSeen = Number.POSITIVE_INFINITY;
  #generation = -1;
  #hits: readonly CapturedRequestSummary[] = [];
  #wanted = 0;
  #reach = reachStep;
  #isDue: ReturnType<typeof setTimeout> | undefined;
  #problem: string | undefined;
  #isLooking = false;
  #mustLook = false;
  #run: AbortController | undefined;
  #unsubscribe = (): void => {};
  #snapshot: ShownSnapshot = nothingYet;

  constructor(log: RequestLog, filter: Filter, sources: FilterSources) {
    this.#log = log;
    this.#verdicts = new RequestVerdicts(filter, sources, {
      onHit: (request) => this.#insert(request),
      onVerdict: () => this.#search(),
      onFailure: (error) => {
        this.#problem = errorMessage(error);
        this.#search();
      },
    });
  }

  /** Searches as long as there are listeners. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener);
    if (this.#run === undefined) this.#start();
    return () => {
      remove();
      if (this.#listeners.isEmpty) this.#stop();
    };
  };

  readonly getSnapshot = (): ShownSnapshot => this.#snapshot;

  want(count: number): void {
    if (count <= this.#wanted) return;
    this.#wanted = count;
    this.#search();
  }

  goOn(): void {
    this.#problem = undefined;
    const { items, problem, isLoaded } = this.#log.getSnapshot();
    if (items.length >= this.#reach) this.#reach += reachStep;
    if (problem === undefined) this.#search();
    else if (isLoaded) void this.#log.loadOlder(pageSize);
    else void this.#log.loadNewest();
  }

  #start(): void {
    this.#run = new AbortController();
    this.#unsubscribe = this.#log.subscribe(() => this.#search());
    this.#search();
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#unsubscribe();
    clearTimeout(this.#isDue);
    this.#isDue = undefined;
  }

  #search(): void {
    if (this.#run === undefined) return;
    this.#mustLook = true;
    // Looking changes the log, which calls this again.
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#mustLook) {
      this.#mustLook = false;
      this.#look(performance.now() + turnMs);
    }
    this.#isLooking = false;
    this.#publish();
  }

  #look(until: number): void {
    clearTimeout(this.#isDue);
    this.#isDue = undefined;
    if (this.#log.getSnapshot().generation !== this.#generation) this.#lookAgain();
    this.#lookAtArrivals();
    this.#fetchWaiting();
    this.#lookAtOlder(until);
  }

  /** Looks again at the same ids, since some of their requests were removed or came back. */
  #lookAgain(): void {
    const { items, generation } = this.#log.getSnapshot();
    this.#generation = generation;
    this.#oldestSeen = Math.max(this.#oldestSeen, items.at(-1)?.id ?? Number.POSITIVE_INFINITY);
    const seen = items.slice(
      countAbove(items, this.#newestSeen),
      indexBelow(items, this.#oldestSeen),
    );
    this.#verdicts.keepOnly(seen);
    this.#hits = seen.filter((request) => this.#verdicts.isHit(request));
  }

  #lookAtArrivals(): void {
    const { items } = this.#log.getSnapshot();
    // At the first look nothing counts as an arrival.
    if (this.#newestSeen === 0) this.#newestSeen = items[0]?.id ?? 0;
    const arrived = items.slice(0, countAbove(items, this.#newestSeen));
    if (arrived.length === 0) return;
    this.#newestSeen = arrived[0]?.id ?? 0;
    // If nothing else is left, the arrivals are the oldest as well.
    this.#oldestSeen = Math.min(this.#oldestSeen, arrived.at(-1)?.id ?? Number.POSITIVE_INFINITY);
    this.#hits = arrived.filter((request) => this.#verdicts.isHit(request)).concat(this.#hits);
  }

  #lookAtOlder(until: number): void {
    const { items } = this.#log.getSnapshot();
    const found: CapturedRequestSummary[] = [];
    let index = indexBelow(items, this.#oldestSeen);
    while (this.#mayLookFurther(found.length)) {
      const request = items[index];
      if (request === undefined) {
        this.#loadOlder();
        break;
      }
      index += 1;
      this.#oldestSeen = request.id;
      if (this.#verdicts.isHit(request)) found.push(request);
      this.#fetchWaiting();
      if (performance.now() > until) {
        this.#isDue = setTimeout(() => this.#search());
        break;
      }
    }
    if (found.length > 0) this.#hits = this.#hits.concat(found);
  }

  #mayLookFurther(foundCount: number): boolean {
    const isEnough = this.#hits.length + foundCount >= this.#wanted;
    return !this.#verdicts.isFull && !isEnough && this.#problem === undefined;
  }

  #loadOlder(): void {
    const { items, isLoaded, isComplete, problem } = this.#log.getSnapshot();
    if (!isLoaded || isComplete || problem !== undefined || items.length >= this.#reach) return;
    void this.#log.loadOlder(pageSize);
  }

  #fetchWaiting(): void {
    if (this.#problem === undefined && this.#run !== undefined) {
      this.#verdicts.fetch(this.#run.signal);
    }
  }

  /** Adds a hit at its place, since bodies come in any order. It is left out if it was removed meanwhile. */
  #insert(request: CapturedRequestSummary): void {
    const { items } = this.#log.getSnapshot();
    if (items[countAbove(items, request.id)]?.id !== request.id) return;
    const index = countAbove(this.#hits, request.id);
    if (this.#hits[index]?.id !== request.id) this.#hits = this.#hits.toSpliced(index, 0, request);
  }

  #publish(): void {
    const { items, isComplete, isLoaded, isLoadingOlder, problem } = this.#log.getSnapshot();
    const searchedCount = indexBelow(items, this.#oldestSeen);
    const isAtEnd = searchedCount === items.length;
    const isBusy = this.#verdicts.areWaiting || this.#isDue !== undefined;
    const isShort = this.#hits.length < this.#wanted;
    this.#snapshot = {
      items: this.#hits,
      isComplete: isLoaded && isComplete && isAtEnd && !isBusy,
      isSearching: this.#problem === undefined && (isBusy || (isShort && isLoadingOlder)),
      searchedCount,
      skippedCount: this.#verdicts.skippedCount,
      isAtReach: isShort && isAtEnd && !isComplete && items.length >= this.#reach,
      problem: this.#problem ?? problem,
    };
    this.#listeners.tell();
  }
}
