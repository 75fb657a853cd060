import type { Operation, Seen, Send } from '../history/operation.ts';
import type { Endpoints } from './endpoints.ts';
import { eachShowing } from './showings.ts';

/** What a history says of one id. Places are those of operations; -1 is none. */
export interface Capture {
  id: number;
  /** The send that an answer, or else the first that was seen of it, names. */
  send: Send | undefined;
  sentIn: number;
  /** Where it was sent; of what nobody sent, where it was seen. -1: an endpoint that the history does not know. */
  endpoint: number;
  account: number;
  /** Whether its sender was told this id. */
  isAcknowledged: boolean;
  /** It was stored at this time: an answer or a read says so. */
  knownBy: number;
  knownIn: number;
  /** It was stored at this time, because it or one of a higher id was. Never falls from one id to the next. */
  existsBy: number;
  /** It was not stored before this time, because it, or one of a lower id, had not been sent. Never falls, either. */
  notBefore: number;
  /** It was there at a moment not before this time. */
  aliveAt: number;
  /** The first that was seen of it. */
  seen: Seen | undefined;
  seenIn: number;
  /** Its place among the captures of its endpoint, and of its account. */
  inEndpoint: number;
  inAccount: number;
  /** No removal can have taken it before this time. Infinity: none can at all. */
  mayBeGoneFrom: number;
  /** It was removed by then, for certain. Infinity: perhaps never. */
  isGoneBy: number;
  /** How many removals there are of which each may have taken it. */
  takers: number;
}

export interface Captures {
  /** In the order of ids. */
  all: readonly Capture[];
  byId: ReadonlyMap<number, Capture>;
  /** By the mark of its send: the first id that is known for it. */
  byMark: ReadonlyMap<number, Capture>;
  /** In the order of ids. */
  ofEndpoint: ReadonlyMap<number, readonly Capture[]>;
  ofAccount: ReadonlyMap<number, readonly Capture[]>;
}

/** Gathers what is known of each id: ids that senders were told, and ids that were seen. */
export function gatherCaptures(
  operations: readonly Operation[],
  sends: ReadonlyMap<number, number>,
  endpoints: Endpoints,
): Captures {
  const byId = new Map<number, Capture>();
  const byMark = new Map<number, Capture>();
  const capture = (id: number, sentIn: number, endpoint: number): Capture => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    const operation = operations[sentIn];
    const send = operation?.kind === 'send' ? operation : undefined;
    const made = blank(id, send, sentIn, send?.endpoint ?? endpoint, endpoints);
    byId.set(id, made);
    if (send !== undefined && !byMark.has(send.mark)) byMark.set(send.mark, made);
    return made;
  };

  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'send' || operation.outcome !== 'stored') continue;
    if (operation.id === undefined) continue;
    const stored = capture(operation.id, place, operation.endpoint);
    stored.isAcknowledged = true;
    isKnown(stored, operation.ended, place);
  }
  eachShowing(operations, (seen, place, began, by) => {
    const shown = capture(seen.id, sends.get(seen.mark) ?? -1, seen.endpoint);
    isKnown(shown, by, place);
    shown.aliveAt = Math.max(shown.aliveAt, began);
    if (shown.seen === undefined) {
      shown.seen = seen;
      shown.seenIn = place;
    }
  });
  for (const [place, operation] of operations.entries()) {
    if (operation.kind === 'send' && operation.outcome === 'stored' && operation.id === undefined) {
      const stored = byMark.get(operation.mark);
      if (stored !== undefined) isKnown(stored, operation.ended, place);
    }
    if (operation.kind === 'remove' && operation.outcome === 'done') {
      const removed = byId.get(operation.id);
      if (removed === undefined) continue;
      isKnown(removed, operation.ended, place);
      removed.aliveAt = Math.max(removed.aliveAt, operation.began);
    }
  }

  const all = [...byId.values()].sort((a, b) => a.id - b.id);
  followIds(all);
  const ofEndpoint = Map.groupBy(all, ({ endpoint }) => endpoint);
  const ofAccount = Map.groupBy(all, ({ account }) => account);
  for (const members of ofEndpoint.values()) {
    for (const [place, member] of members.entries()) member.inEndpoint = place;
  }
  for (const members of ofAccount.values()) {
    for (const [place, member] of members.entries()) member.inAccount = place;
  }
  return { all, byId, byMark, ofEndpoint, ofAccount };
}

function blank(
  id: number,
  send: Send | undefined,
  sentIn: number,
  endpoint: number,
  endpoints: Endpoints,
): Capture {
  return {
    id,
    send,
    sentIn,
    endpoint,
    account: endpoints.accountOf(endpoint),
    isAcknowledged: false,
    knownBy: Number.POSITIVE_INFINITY,
    knownIn: -1,
    existsBy: Number.POSITIVE_INFINITY,
    notBefore: Number.NEGATIVE_INFINITY,
    aliveAt: Number.NEGATIVE_INFINITY,
    seen: undefined,
    seenIn: -1,
    inEndpoint: -1,
    inAccount: -1,
    mayBeGoneFrom: Number.POSITIVE_INFINITY,
    isGoneBy: Number.POSITIVE_INFINITY,
    takers: 0,
  };
}

function isKnown(capture: Capture, by: number, place: number): void {
  if (by >= capture.knownBy) return;
  capture.knownBy = by;
  capture.knownIn = place;
}

/** Ids are given in the order of commits: what is known of one bounds the times of all others. */
function followIds(captures: readonly Capture[]): void {
  let notBefore = Number.NEGATIVE_INFINITY;
  for (const capture of captures) {
    notBefore = Math.max(notBefore, capture.send?.began ?? notBefore);
    capture.notBefore = notBefore;
    capture.aliveAt = Math.max(capture.aliveAt, notBefore);
  }
  let existsBy = Number.POSITIVE_INFINITY;
  for (const capture of captures.toReversed()) {
    // Where the two contradict one another (another rule says so), the order of ids says nothing.
    existsBy = Math.min(existsBy, Math.max(capture.knownBy, capture.notBefore));
    capture.existsBy = existsBy;
  }
}
