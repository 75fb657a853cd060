import type { NewCapture } from './capture-log.ts';
import { EndpointTurns, fitsBesideOthers, MOST_BYTES } from './endpoint-turns.ts';

/** The last of the group's ids, which have no gaps, and each capture's account: 0 where it was not stored. */
export interface GroupAnswer {
  through: number;
  accountIds: readonly number[];
}

/** Stores a group in one transaction, durably, and resolves after its commit. */
export type Commit = (captures: readonly NewCapture[]) => Promise<GroupAnswer>;

export interface Waiting {
  capture: NewCapture;
  resolve: (id: number | undefined) => void;
  reject: (error: Error) => void;
}

export interface CommitLaneOptions {
  commit: Commit;
  /** How many groups the store may have in its hands, and how many captures have to wait before another is sent. */
  groupsInFlight: number;
  worthAnotherGroup: number;
  /** Whether endpoints take turns; else captures go in the order in which they came. */
  inTurns?: boolean;
  /** How many seconds to leave the store to others after a group was stored that took so many. */
  restAfter?: (seconds: number) => number;
  /** Called in the turn in which the store is done with a group, once it has its next one. */
  onCommitted: (group: Waiting[], answer: GroupAnswer, seconds: number) => void;
  onFailed: (group: Waiting[], error: unknown) => void;
}

const MOST_CAPTURES = 256;

/** Captures that wait for their group, and the groups that are being committed. */
export class CommitLane {
  readonly #options: CommitLaneOptions;
  #waiting: Waiting[] = [];
  /** How many of them must not be overtaken by a group before theirs that is tried again. */
  #pipelined = 0;
  #inFlight = 0;
  #flushScheduled = false;
  #rest: NodeJS.Timeout | undefined;
  /** The endpoint for whose capture the rest is. */
  #restsFor: number | undefined;
  #restsUntil = 0;
  readonly #turns: EndpointTurns | undefined;

  constructor(options: CommitLaneOptions) {
    this.#options = options;
    this.#turns = options.inTurns === true ? new EndpointTurns() : undefined;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#inFlight === 0;
  }

  add(waiting: Waiting): void {
    if (this.#turns === undefined) this.#waiting.push(waiting);
    else this.#turns.insert(this.#waiting, waiting);
    if (waiting.capture.isPipelined) this.#pipelined++;
    if (this.#flushScheduled) return;
    // What arrives in the same turn of the event loop goes into the same group.
    this.#flushScheduled = true;
    setImmediate(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  /** Ends the rest, for a store that is about to close. */
  hurry(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#flush();
  }

  #flush(): void {
    const { groupsInFlight, worthAnotherGroup } = this.#options;
    while (this.#waiting.length > 0 && this.#inFlight < groupsInFlight) {
      if (this.#inFlight > 0 && (this.#pipelined > 0 || this.#waiting.length < worthAnotherGroup)) {
        return;
      }
      const group = this.#rest === undefined ? this.#takeGroup() : this.#takeBesideRest();
      if (group.length === 0) return;
      this.#turns?.taken(group);
      void this.#send(group);
    }
  }

  /** A rest is for who caused it: what another endpoint sends, and is short, takes no longer than a small group. */
  #takeBesideRest(): Waiting[] {
    const passed = new Set([this.#restsFor]);
    for (const [place, waiting] of this.#waiting.entries()) {
      const { endpointId, isPipelined } = waiting.capture;
      if (fitsBesideOthers(waiting) && !passed.has(endpointId)) {
        if (isPipelined) this.#pipelined--;
        return this.#waiting.splice(place, 1);
      }
      passed.add(endpointId);
    }
    return [];
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { capture } of this.#waiting) {
      bytes += capture.bodySize;
      if (count > 0 && (count === MOST_CAPTURES || bytes > MOST_BYTES)) break;
      if (capture.isPipelined) this.#pipelined--;
      count++;
    }
    if (count === this.#waiting.length) {
      const group = this.#waiting;
      this.#waiting = [];
      return group;
    }
    return this.#waiting.splice(0, count);
  }

  async #send(group: Waiting[]): Promise<void> {
    const { commit, onCommitted, onFailed } = this.#options;
    this.#inFlight++;
    const startedAt = performance.now();
    let answer: GroupAnswer | undefined;
    let failure: unknown;
    try {
      answer = await commit(group.map(({ capture }) => capture));
    } catch (error) {
      failure = error;
    }
    this.#inFlight--;
    const seconds = (performance.now() - startedAt) / 1000;
    const rest = answer === undefined ? 0 : (this.#options.restAfter?.(seconds) ?? 0);
    if (rest > 0) this.#restFor(group, rest * 1000);
    // The store is to have its next group before this one's callers take their time.
    this.#flush();
    if (answer === undefined) onFailed(group, failure);
    else onCommitted(group, answer, seconds);
  }

  /** One that lasts longer is not ended by another. */
  #restFor([first]: readonly Waiting[], milliseconds: number): void {
    const until = performance.now() + milliseconds;
    if (this.#rest !== undefined && until < this.#restsUntil) return;
    clearTimeout(this.#rest);
    this.#restsUntil = until;
    this.#rest = setTimeout(() => this.hurry(), milliseconds);
    this.#restsFor = first?.capture.endpointId;
  }
}
