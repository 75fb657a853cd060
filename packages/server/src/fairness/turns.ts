import { remember } from './remember.ts';

/** The work of one party that waits for its turn. */
export interface Queue<Work> {
  readonly party: number;
  /** The next one first. */
  readonly waiting: Work[];
  /** In milliseconds, counted as `#nowMs` is. */
  usedMs: number;
}

/** A party that comes for the first time begins so far behind, so that being many new ones gains nothing. */
const newcomerMs = 20;
/** Work held for long puts its party no further behind than this: others could keep it waiting for as long, one after the other. */
const mostBehindMs = 500;
/** So many parties without work are remembered. */
const mostAbsent = 10_000;

/**
 * Work that waits, by party (`parties.ts`). The next turn is always for the party that has used the least time, and none
 * saves up time by asking for nothing.
 */
export class Turns<Work> {
  readonly #queues = new Map<number, Queue<Work>>();
  /** The time that parties without work have used; the one that ended its work last stands last. */
  readonly #absent = new Map<number, number>();
  /** The time that the party of the last turn had used before it. Parties that come back begin there. */
  #nowMs = 0;

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  waitingOf(party: number): number {
    return this.#queues.get(party)?.waiting.length ?? 0;
  }

  add(party: number, work: Work): void {
    const queue = this.#queues.get(party);
    if (queue !== undefined) {
      queue.waiting.push(work);
      return;
    }
    const usedMs = Math.max(this.#absent.get(party) ?? this.#nowMs + newcomerMs, this.#nowMs);
    this.#absent.delete(party);
    this.#queues.set(party, { party, waiting: [work], usedMs });
  }

  /** Puts work back that did not have its turn after all, in front of what its party has waiting. */
  putBack(party: number, work: Work): void {
    this.add(party, work);
    const waiting = this.#queues.get(party)?.waiting;
    if (waiting !== undefined && waiting.length > 1) waiting.unshift(...waiting.splice(-1));
  }

  remove(party: number, work: Work): void {
    const waiting = this.#queues.get(party)?.waiting ?? [];
    const at = waiting.indexOf(work);
    if (at !== -1) waiting.splice(at, 1);
  }

  /** The parties whose work waits. */
  waiting(): number[] {
    return [...this.#queues.values()]
      .filter(({ waiting }) => waiting.length > 0)
      .map(({ party }) => party);
  }

  /**
   * Begins the turn of the party that has used the least; `ended` must follow. `undefined` if nobody waits.
   * @param may tells which parties may have it; all if it is not given
   */
  begin(may?: (party: number) => boolean): Queue<Work> | undefined {
    let least: Queue<Work> | undefined;
    for (const queue of this.#queues.values()) {
      if (may?.(queue.party) === false) continue;
      if (least === undefined || queue.usedMs < least.usedMs) least = queue;
    }
    if (least !== undefined) this.#nowMs = least.usedMs;
    return least;
  }

  /** Ends a turn that took so long. */
  ended(queue: Queue<Work>, tookMs: number): void {
    queue.usedMs += tookMs;
    this.#queues.delete(queue.party);
    // Of those that have used as much, it is the last one.
    if (queue.waiting.length > 0) this.#queues.set(queue.party, queue);
    else remember(this.#absent, queue.party, queue.usedMs, mostAbsent);
  }

  /** Counts time that a party took beside its turns. */
  used(party: number, tookMs: number): void {
    const queue = this.#queues.get(party);
    const before = Math.max(queue?.usedMs ?? this.#absent.get(party) ?? 0, this.#nowMs);
    const usedMs = Math.max(before, Math.min(before + tookMs, this.#nowMs + mostBehindMs));
    if (queue !== undefined) queue.usedMs = usedMs;
    else remember(this.#absent, party, usedMs, mostAbsent);
  }
}
