import { answeredRead } from './answered-reads.ts';
import type { Capture } from './captures.ts';
import { countUntil } from './earliest.ts';
import type { Facts } from './facts.ts';
import {
  markRemovals,
  type Removal,
  reachOf,
  removalsOf,
  sureReachOf,
  survivalsOf,
} from './removals.ts';

/** The removals of a history; what they took, and what they may have taken, is marked at the captures. */
export function markedRemovals(facts: Facts): Removal[] {
  const removals = removalsOf(facts);
  markRemovals(facts.captures, removals);
  if (settleUnclear(facts, removals)) markRemovals(facts.captures, removals);
  return removals;
}

/**
 * Finds out which clears without an answer have had their effect, and by when: otherwise each of them would excuse all that its scope
 * lacks to the end of the history. Its witness is a capture that it would have taken for certain, and that no other removal can have
 * taken: once a read lacks that, the clear has been, and it comes once only. Gives whether it found any.
 */
function settleUnclear(facts: Facts, removals: readonly Removal[]): boolean {
  const witnesses = witnessesOf(removals);
  let isAny = false;
  for (const [witness, by] of firstAbsences([...witnesses.keys()], facts)) {
    const clear = witnesses.get(witness);
    if (clear === undefined) continue;
    clear.effectiveBy = by;
    clear.isDone = true;
    isAny = true;
  }
  return isAny;
}

/** The newest witness of each clear without an answer, with that clear. */
function witnessesOf(removals: readonly Removal[]): Map<Capture, Removal> {
  const witnesses = new Map<Capture, Removal>();
  const unclear = removals.filter(({ takes, isDone }) => takes === 'prefix' && !isDone);
  for (const [members, clears] of Map.groupBy(unclear, (clear) => clear.members)) {
    const survivals = survivalsOf(members);
    // Of each place the last one up to it that one removal alone can have taken.
    let latest: Capture | undefined;
    const lasts = members.map((member) => {
      if (member.takers === 1) latest = member;
      return latest;
    });
    for (const clear of clears) {
      const witness = lasts[Math.min(reachOf(clear, survivals), sureReachOf(clear)) - 1];
      if (witness !== undefined) witnesses.set(witness, clear);
    }
  }
  return witnesses;
}

/** When the first read ended that had to show a capture that was not removed, and did not. */
function firstAbsences(captures: readonly Capture[], facts: Facts): Map<Capture, number> {
  const inOrder = captures.toSorted((a, b) => a.id - b.id);
  const ofEndpoint = pendingBy(inOrder, ({ endpoint }) => endpoint);
  const ofAccount = pendingBy(inOrder, ({ account }) => account);
  const absences = new Map<Capture, number>();
  const reads = facts.operations.map(answeredRead).filter((read) => read !== undefined);
  for (const read of reads.sort((a, b) => a.ended - b.ended)) {
    const { account, endpoint, from, through, began, ended } = read;
    const pending = endpoint === undefined ? ofAccount.get(account) : ofEndpoint.get(endpoint);
    if (pending === undefined) continue;
    const shown = new Set(read.captures.map(({ id }) => id));
    for (const capture of pending.within(from, through ?? Number.POSITIVE_INFINITY, began)) {
      if (shown.has(capture.id)) continue;
      pending.drop(capture);
      absences.set(capture, Math.min(absences.get(capture) ?? ended, ended));
    }
  }
  return absences;
}

function pendingBy(captures: readonly Capture[], keyOf: (capture: Capture) => number) {
  const groups = Map.groupBy(captures, keyOf);
  return new Map(groups.entries().map(([key, members]) => [key, new Pending(members)] as const));
}

/** Captures in the order of ids, each until it is dropped. */
class Pending {
  readonly #members: readonly Capture[];
  readonly #places: ReadonlyMap<Capture, number>;
  /** Of each place: itself, or once that is dropped a later one at which the search goes on. */
  readonly #next: Int32Array;

  constructor(members: readonly Capture[]) {
    this.#members = members;
    this.#places = new Map(members.map((member, place) => [member, place]));
    this.#next = Int32Array.from({ length: members.length + 1 }, (_, place) => place);
  }

  /** Those with ids from one through another that were stored for certain before this time. */
  *within(from: number, through: number, time: number): Generator<Capture> {
    const members = this.#members;
    const first = countUntil(members.length, (at) => (members[at]?.id ?? 0) >= from);
    const end = countUntil(members.length, (at) => {
      const { id = 0, existsBy = 0 } = members[at] ?? {};
      return id > through || existsBy >= time;
    });
    for (let place = this.#find(first); place < end; place = this.#find(place + 1)) {
      const member = members[place];
      if (member !== undefined) yield member;
    }
  }

  drop(member: Capture): void {
    const place = this.#places.get(member);
    if (place !== undefined) this.#next[place] = place + 1;
  }

  #find(from: number): number {
    let place = from;
    for (;;) {
      const next = this.#next[place] ?? place;
      if (next === place) return place;
      // What is passed on the way points further from now on.
      this.#next[place] = this.#next[next] ?? next;
      place = next;
    }
  }
}
