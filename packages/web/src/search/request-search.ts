import type { CapturedRequestSummary } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import { accountLooks } from '../live/feed.ts';
import { Subscribers } from '../live/listeners.ts';
import { countAbove, indexBelow } from '../log/newest-first.ts';
import type { RequestLog } from '../log/request-log.ts';
import { readStored } from '../log/stored-again.ts';
import { NewerRange, OlderRange } from './search-ranges.ts';
import { nothingYet, type ShownRequests, type ShownSnapshot } from './shown-requests.ts';

interface SearchedFor {
  /** In the match language. The empty match is about all captured requests. */
  match: string;
  /** The search begins around this id, so that newer ones and older ones are looked for. Else it begins at the newest. */
  around?: number | undefined;
}

/** The service is asked about arrivals at most this often, however many come. */
const arrivalsEveryMs = 300;
/** So many more of the newer ones are looked for at a time. */
const newerAtATime = 40;
/** Past so many, the oldest are dropped while the user is at the top of the list. They can be found again. */
const mostKept = 21_000;
const keptAfterwards = 20_000;

/**
 * The captured requests of a scope that the service finds for a match, from one id on in both directions. The log only
 * hints that something has arrived or was removed: whether an arrival matches, the service decides. What was found is
 * without a gap between the newest and the oldest id that was looked at.
 */
export class RequestSearch implements ShownRequests {
  readonly #log: RequestLog;
  readonly #searched: SearchedFor;
  readonly #listeners = new Subscribers<void>();
  /** With removed ones, since a removal can be undone. */
  #found: readonly CapturedRequestSummary[] = [];
  #older: OlderRange | undefined;
  #newer: NewerRange | undefined;
  /** The visible part of it, and the generation of the log that this was decided by. */
  #shown: { of: unknown; at: number; items: readonly CapturedRequestSummary[] } = {
    of: undefined,
    at: -1,
    items: [],
  };
  #wanted = 0;
  /** So many of the newer ones are still wanted. */
  #newerWanted = 0;
  #arrivalsDue: ReturnType<typeof setTimeout> | undefined;
  #arrivalsReadAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  /** Why the last page could not be read, and the generation of the log at that time. */
  #failure: { problem: string; at: number } | undefined;
  #run: AbortController | undefined;
  #unsubscribe = (): void => {};
  #snapshot: ShownSnapshot = nothingYet;

  constructor(log: RequestLog, searched: SearchedFor) {
    this.#log = log;
    this.#searched = searched;
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
    this.#goOn();
  }

  wantNewer(): void {
    if (this.#newerWanted > 0 || this.#isAtTop) return;
    this.#newerWanted = newerAtATime;
    this.#goOn();
  }

  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    this.#trim();
  }

  goOn(): void {
    this.#failure = undefined;
    if (!this.#log.getSnapshot().isLoaded) void this.#log.loadNewest();
    this.#goOn();
  }

  get #isAtTop(): boolean {
    return this.#newer?.isAtTop ?? true;
  }

  #start(): void {
    this.#run = new AbortController();
    const stopHearing = this.#log.subscribe(() => this.#goOn());
    const stopLooking = accountLooks.onLook(() => this.#lookAgain());
    this.#unsubscribe = () => {
      stopHearing();
      stopLooking();
    };
    this.#goOn();
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
    this.#unsubscribe();
    clearTimeout(this.#arrivalsDue);
    this.#arrivalsDue = undefined;
  }

  /**
   * Searches again where something was found, as far as some pages go: what is not stored any more goes. What was found
   * below them is searched for anew where it is wanted.
   * @throws {HookwellError} if the service does not answer
   */
  async #lookAgain(): Promise<void> {
    const { match } = this.#searched;
    const signal = this.#signal;
    const newest = this.#found[0]?.id ?? 0;
    const oldest = this.#found.at(-1)?.id ?? 0;
    const count = this.#found.length;
    if (count === 0) return;
    const within = { match, after: oldest - 1, signal };
    try {
      const { items, through = oldest } = await readStored(
        (from) => this.#log.page({ ...within, ...from }),
        newest,
        oldest,
        count,
      );
      if (signal.aborted) return;
      const found = this.#found;
      const arrived = found.slice(0, countAbove(found, newest));
      const older = through > oldest ? [] : found.slice(indexBelow(found, oldest));
      this.#found = [...arrived, ...items, ...older];
      if (through > oldest) {
        // A page that is just being read below would follow a gap.
        this.#run?.abort();
        this.#run = new AbortController();
        this.#goOnBelow(through);
      }
      this.#goOn();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Forgets what was looked at below an id. What was found above it stays in the list. */
  #goOnBelow(id: number): void {
    this.#older = new OlderRange(this.#log, this.#searched.match, id);
    this.#older.wasRead = true;
  }

  /** Begins anew. What was found stays in the list until something else is. */
  #begin(newest: number): void {
    this.#run?.abort();
    this.#run = new AbortController();
    this.#failure = undefined;
    const { around = newest } = this.#searched;
    const from = Math.min(around, newest);
    this.#older = new OlderRange(this.#log, this.#searched.match, from + 1);
    this.#newer = new NewerRange(this.#log, this.#searched.match, from, from === newest);
    this.#newerWanted = this.#isAtTop ? 0 : newerAtATime;
    this.#found = [];
  }

  #goOn(): void {
    if (this.#run === undefined) return;
    const { isLoaded, generation } = this.#log.getSnapshot();
    // The log has read its newest page since: the service is back.
    if (this.#failure?.at !== generation) this.#failure = undefined;
    if (!isLoaded) {
      // The session may be another one.
      this.#older = undefined;
      this.#found = [];
      this.#failure = undefined;
    } else {
      // With removed ones, which come back if the removal is undone.
      const { newest, oldest } = this.#log.loadedIds;
      if (this.#older === undefined || this.#hasGap(oldest)) this.#begin(newest);
      this.#lookForOlder();
      this.#lookForNewer(newest);
    }
    this.#publish();
  }

  /** Whether the log itself begins anew above all that was looked at, after a long pause. */
  #hasGap(oldest: number): boolean {
    return (
      this.#isAtTop && oldest > (this.#newer?.high ?? 0) + 1 && !this.#log.getSnapshot().isComplete
    );
  }

  #lookForOlder(): void {
    const older = this.#older;
    if (older === undefined || older.isBusy || !this.#isOlderWanted) return;
    void this.#read(older.read(this.#signal), (found) => {
      this.#found = this.#found.concat(found);
    });
  }

  #lookForNewer(newest: number): void {
    const newer = this.#newer;
    if (newer === undefined || newer.isBusy || this.#failure !== undefined) return;
    if (newest <= newer.high) return;
    if (newer.isAtTop) {
      const waitMs = this.#arrivalsReadAt + arrivalsEveryMs - performance.now();
      if (waitMs > 0) {
        this.#arrivalsDue ??= setTimeout(() => {
          this.#arrivalsDue = undefined;
          this.#goOn();
        }, waitMs);
        return;
      }
      this.#arrivalsReadAt = performance.now();
    } else if (this.#newerWanted <= 0) return;
    void this.#read(newer.read(newest, this.#signal), (found) => {
      this.#newerWanted = newer.isAtTop ? 0 : this.#newerWanted - found.length;
      this.#found = found.concat(this.#found);
      this.#trim();
    });
  }

  async #read(
    reading: Promise<CapturedRequestSummary[]>,
    take: (found: CapturedRequestSummary[]) => void,
  ): Promise<void> {
    const signal = this.#signal;
    try {
      const found = await reading;
      if (signal.aborted) return;
      take(found);
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = { problem: errorMessage(error), at: this.#log.getSnapshot().generation };
    }
    this.#goOn();
  }

  get #signal(): AbortSignal {
    return this.#run?.signal ?? AbortSignal.abort();
  }

  get #isOlderWanted(): boolean {
    if (this.#older === undefined || this.#isComplete || this.#failure !== undefined) return false;
    return !this.#older.wasRead || this.#visible().length < this.#wanted;
  }

  /** Whether nothing older is left to find, unless a removal is undone. */
  get #isComplete(): boolean {
    const older = this.#older;
    if (older === undefined) return false;
    return older.isComplete || (older.wasRead && this.#log.isClearedUpTo(older.before - 1));
  }

  /** The found requests that are not gone. */
  #visible(): readonly CapturedRequestSummary[] {
    const { generation } = this.#log.getSnapshot();
    const { of: source, at } = this.#shown;
    if (source !== this.#found || at !== generation) {
      const left = this.#found.filter((one) => !this.#log.isGone(one));
      const items = left.length === this.#found.length ? this.#found : left;
      this.#shown = { of: this.#found, at: generation, items };
    }
    return this.#shown.items;
  }

  #trim(): void {
    if (this.#isAway || !this.#isAtTop || this.#found.length <= mostKept) return;
    this.#found = this.#found.slice(0, keptAfterwards);
    this.#goOnBelow(this.#found.at(-1)?.id ?? 0);
    this.#publish();
  }

  #publish(): void {
    const { isLoaded, problem } = this.#log.getSnapshot();
    const [older, newer] = [this.#older, this.#newer];
    // A list that begins around an id shows both sides at once.
    const isReady = older?.wasRead === true && (newer?.isAtTop === true || newer?.wasRead === true);
    const items = isReady ? this.#visible() : this.#found.slice(0, 0);
    this.#snapshot = {
      items,
      isLoaded: isReady,
      isComplete: isReady && this.#isComplete,
      hasNewer: isReady && !this.#isAtTop,
      isSearching: isLoaded && (older?.isBusy === true || this.#isOlderWanted),
      lookedBackTo: older?.lookedBackTo,
      problem: this.#failure?.problem ?? (isLoaded ? undefined : problem),
    };
    this.#listeners.tell();
  }
}
