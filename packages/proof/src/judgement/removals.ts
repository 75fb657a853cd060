import type { Operation } from '../history/operation.ts';
import type { Capture } from './captures.ts';
import { countUntil } from './earliest.ts';
import type { Facts } from './facts.ts';

/** A clear, a removal or a deletion that was not refused. */
export interface Removal {
  place: number;
  account: number;
  /** Without it: the whole account. */
  endpoint: number | undefined;
  began: number;
  /** It has had all its effect by then. Infinity: it may come at any time, or never. */
  effectiveBy: number;
  isDone: boolean;
  /** Only captures up to this id. Infinity: all that its scope has at the moment of its effect. */
  through: number;
  /** What it may take: the captures of a scope in the order of ids. */
  members: readonly Capture[];
  /** Whether it takes the older before the newer alone: a clear hides all up to one id. A deletion takes everything at once. */
  takes: 'prefix' | 'everything';
}

/** All removals of a history that may have an effect, each with the captures that it may take. */
export function removalsOf({ operations, captures, endpoints }: Facts): Removal[] {
  return [...operations.entries()].flatMap(([place, operation]) => {
    const what = whatItTakes(operation, captures, endpoints);
    if (what === undefined || what.operation.outcome === 'refused') return [];
    const { began, ended, outcome } = what.operation;
    const isDone = outcome === 'done';
    const effectiveBy = isDone ? ended : Number.POSITIVE_INFINITY;
    const { account, endpoint, members, takes, through = Number.POSITIVE_INFINITY } = what;
    return [{ place, account, endpoint, began, effectiveBy, isDone, through, members, takes }];
  });
}

function whatItTakes(
  operation: Operation,
  { byId, ofAccount, ofEndpoint }: Facts['captures'],
  endpoints: Facts['endpoints'],
) {
  if (operation.kind === 'clear') {
    const { account, endpoint, through } = operation;
    const members = endpoint === undefined ? ofAccount.get(account) : ofEndpoint.get(endpoint);
    return {
      operation,
      account,
      endpoint,
      members: members ?? [],
      takes: 'prefix',
      through,
    } as const;
  }
  if (operation.kind === 'deletion') {
    const { endpoint } = operation;
    const members = ofEndpoint.get(endpoint) ?? [];
    const account = endpoints.accountOf(endpoint);
    return { operation, account, endpoint, members, takes: 'everything' } as const;
  }
  if (operation.kind === 'remove') {
    const { account, id } = operation;
    const removed = byId.get(id);
    const members = removed?.account === account ? [removed] : [];
    const endpoint = removed?.endpoint;
    return { operation, account, endpoint, members, takes: 'everything' } as const;
  }
  return undefined;
}

/**
 * Says of each capture from when on it may be gone, and by when it is gone for certain.
 *
 * A clear hides, within its scope, all captures up to one id, the newest at some moment of its time. So it cannot have taken a
 * capture before a time at which that, or an older one of the scope, was still there; and it took all that were there when it
 * began. A deletion takes all that its endpoint ever had.
 */
export function markRemovals({ all }: Facts['captures'], removals: readonly Removal[]): void {
  for (const capture of all) {
    capture.mayBeGoneFrom = Number.POSITIVE_INFINITY;
    capture.isGoneBy = Number.POSITIVE_INFINITY;
    capture.takers = 0;
  }
  for (const [members, ofScope] of Map.groupBy(removals, (removal) => removal.members)) {
    const clears = ofScope.filter(({ takes }) => takes === 'prefix');
    if (clears.length > 0) markCleared(members, clears);
    for (const removal of ofScope) if (removal.takes === 'everything') markTaken(removal);
  }
}

function markCleared(members: readonly Capture[], clears: readonly Removal[]): void {
  // Of each place the earliest removal that reaches it and no further one: the earliest of all that reach it follows from the right.
  const possible = new Float64Array(members.length).fill(Number.POSITIVE_INFINITY);
  const certain = new Float64Array(members.length).fill(Number.POSITIVE_INFINITY);
  const takers = new Int32Array(members.length);
  const survivals = survivalsOf(members);
  for (const clear of clears) {
    const reach = reachOf(clear, survivals);
    lower(possible, reach - 1, clear.began);
    if (reach > 0) takers[reach - 1] = (takers[reach - 1] ?? 0) + 1;
    if (clear.isDone) lower(certain, sureReachOf(clear) - 1, clear.effectiveBy);
  }
  let began = Number.POSITIVE_INFINITY;
  let goneBy = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = members.length - 1; at >= 0; at -= 1) {
    began = Math.min(began, possible[at] ?? began);
    goneBy = Math.min(goneBy, certain[at] ?? goneBy);
    count += takers[at] ?? 0;
    const member = members[at];
    if (member === undefined) continue;
    member.takers += count;
    member.mayBeGoneFrom = Math.min(member.mayBeGoneFrom, Math.max(began, survivals[at] ?? began));
    member.isGoneBy = Math.min(member.isGoneBy, goneBy);
  }
}

/** How many members of its scope the clear may have taken: the first ones. */
export function reachOf(
  { members, through, effectiveBy }: Removal,
  survivals: ArrayLike<number>,
): number {
  const within = countUntil(members.length, (at) => (members[at]?.id ?? 0) > through);
  return countUntil(within, (at) => (survivals[at] ?? 0) > effectiveBy);
}

/** How many members of its scope the clear took for certain, if it had an effect: the first ones. */
export function sureReachOf({ members, through, began }: Removal): number {
  const within = countUntil(members.length, (at) => (members[at]?.id ?? 0) > through);
  return countUntil(within, (at) => (members[at]?.existsBy ?? 0) >= began);
}

function lower(numbers: Float64Array, place: number, number: number): void {
  if (place >= 0) numbers[place] = Math.min(numbers[place] ?? number, number);
}

function markTaken({ members, began, effectiveBy, isDone }: Removal): void {
  const survival = survivalsOf(members).at(-1) ?? began;
  for (const member of members) {
    if (survival <= effectiveBy) {
      const from = Math.max(began, survival);
      member.mayBeGoneFrom = Math.min(member.mayBeGoneFrom, from);
      member.takers += 1;
    }
    if (isDone) member.isGoneBy = Math.min(member.isGoneBy, effectiveBy);
  }
}

/** Until when each capture, or an older one of its scope, was there at least. */
export function survivalsOf(members: readonly Capture[]): Float64Array {
  let latest = Number.NEGATIVE_INFINITY;
  return Float64Array.from(members, ({ aliveAt }) => {
    latest = Math.max(latest, aliveAt);
    return latest;
  });
}
