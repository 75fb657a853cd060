import type { NewCapture } from './captures.ts';
import { FullerGroups } from './fuller-groups.ts';
import {
  fitsBesideOthers,
  mostGroupBytes,
  PartyTurns,
  partyOf,
  type WaitingCapture,
} from './party-turns.ts';

/** The last of the group's ids, which have no gaps, and the account of each capture: 0 if it was not stored. */
export interface GroupAnswer {
  through: number;
  accountIds: readonly number[];
  /** The number of each capture's attempt, 0 if it has none. Absent if no capture of the group has one. */
  attempts?: readonly number[];
  /** Whether another node stored captures since the last group of this one. */
  isAmongOthers?: boolean;
}

/** Stores a group in one transaction, durably, and resolves after its commit. */
export type Commit = (captures: readonly NewCapture[]) => Promise<GroupAnswer>;

export interface CommitLaneOptions {
  commit: Commit;
  /** The number of groups that the store may have at once. */
  groupsInFlight: number;
  /** The number of captures that have to wait before another group is sent beside one in flight. */
  worthAnotherGroup: number;
  /** Bodies of so many bytes, and a group of captures, wait in the order in which they came; of more the parties take turns. */
  mostBytesInOrder: number;
  /** The seconds for which the store is left to others after a group that took so many seconds. */
  restAfter?: (seconds: number) => number;
  /** Called in the turn of the event loop in which the store is done with a group, once it has its next one. */
  onCommitted: (group: WaitingCapture[], answer: GroupAnswer, seconds: number) => void;
  onFailed: (group: WaitingCapture[], error: unknown) => void;
}

const mostGroupCaptures = 256;

/** Captures that wait for their group, and the groups that are being committed. */
export class CommitLane {
  readonly #options: CommitLaneOptions;
  #waiting: WaitingCapture[] = [];
  /** Of the bodies of those. */
  #bytes = 0;
  /** The number of pipelined captures that wait. They must not overtake a group before them that is tried again. */
  #pipelined = 0;
  #inFlight = 0;
  #flushScheduled = false;
  #rest: NodeJS.Timeout | undefined;
  /** The party for whose capture the rest is. */
  #restsFor: number | undefined;
  #restsUntil = 0;
  readonly #turns = new PartyTurns();
  /** Whether other nodes store captures, too. Then one of their groups is on its way beside that of this node. */
  #isAmongOthers = false;
  readonly #fuller = new FullerGroups(() => this.#flush());

  constructor(options: CommitLaneOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#inFlight === 0;
  }

  add(waiting: WaitingCapture): void {
    const isInOrder =
      this.#bytes < this.#options.mostBytesInOrder && this.#waiting.length < mostGroupCaptures;
    if (isInOrder) this.#waiting.push(waiting);
    else this.#turns.insert(this.#waiting, waiting);
    this.#bytes += waiting.capture.bodySize;
    if (waiting.capture.isPipelined) this.#pipelined++;
    if (this.#flushScheduled) return;
    // Captures that arrive in the same turn of the event loop go into the same group.
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
    const { worthAnotherGroup } = this.#options;
    const groupsInFlight = this.#isAmongOthers ? 1 : this.#options.groupsInFlight;
    if (this.#inFlight === 0 && this.#waiting.length > 0) {
      if (this.#fuller.isAwaited(this.#waiting.length)) return;
    }
    while (this.#waiting.length > 0 && this.#inFlight < groupsInFlight) {
      if (this.#inFlight > 0 && (this.#pipelined > 0 || this.#waiting.length < worthAnotherGroup)) {
        return;
      }
      const isRest = this.#rest !== undefined;
      const group = isRest ? this.#takeBesideRest() : this.#takeGroup();
      if (group.length === 0) return;
      for (const { capture } of group) this.#bytes -= capture.bodySize;
      // What goes beside a rest overtakes others: their rounds are still to come.
      if (!isRest) this.#turns.taken(group);
      void this.#send(group);
    }
  }

  /** A rest is for the party that caused it: a short capture of another one takes no longer than a small group. */
  #takeBesideRest(): WaitingCapture[] {
    const passed = new Set([this.#restsFor]);
    for (const [place, waiting] of this.#waiting.entries()) {
      const party = partyOf(waiting);
      if (fitsBesideOthers(waiting) && !passed.has(party)) {
        if (waiting.capture.isPipelined) this.#pipelined--;
        return this.#waiting.splice(place, 1);
      }
      passed.add(party);
    }
    return [];
  }

  #takeGroup(): WaitingCapture[] {
    let bytes = 0;
    let count = 0;
    for (const { capture } of this.#waiting) {
      bytes += capture.bodySize;
      if (count > 0 && (count === mostGroupCaptures || bytes > mostGroupBytes)) break;
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

  async #send(group: WaitingCapture[]): Promise<void> {
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
    this.#isAmongOthers = answer?.isAmongOthers === true;
    this.#fuller.last(this.#isAmongOthers ? group.length : 0, seconds);
    const rest = answer === undefined ? 0 : (this.#options.restAfter?.(seconds) ?? 0);
    if (rest > 0) this.#restFor(group, rest * 1000);
    // The store gets its next group before the callers of this one take their time.
    this.#flush();
    if (answer === undefined) onFailed(group, failure);
    else onCommitted(group, answer, seconds);
  }

  /** A rest that lasts longer is not ended by another. */
  #restFor([first]: readonly WaitingCapture[], milliseconds: number): void {
    const until = performance.now() + milliseconds;
    if (this.#rest !== undefined && until < this.#restsUntil) return;
    clearTimeout(this.#rest);
    this.#restsUntil = until;
    this.#rest = setTimeout(() => this.hurry(), milliseconds);
    this.#restsFor = first && partyOf(first);
  }
}
