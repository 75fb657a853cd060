import { type AnsweredRead, answeredRead } from '../answered-reads.ts';
import type { Capture } from '../captures.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import type { Scopes } from './scope.ts';

/** Of one read; the same captures are missed by others. */
const mostOfARead = 20;

/**
 * Reads have everything.
 *
 * A read shows the captures of its scope from its first id through its last one, the newest first. It has all that were known to be
 * stored before it began, and all with a lower id than the highest that it shows, since these were stored earlier still. What it
 * lacks can only be what a clear, a removal or a deletion may have taken before the read ended; and none can have taken what was
 * still seen later. That a single capture is not there (a read of one id without it, a removal that finds nothing) is a read, too.
 */
export function judgeReads(facts: Facts, scopes: Scopes, findings: Findings): void {
  const told = new Set<Capture>();
  for (const [place, operation] of facts.operations.entries()) {
    const read = answeredRead(operation);
    if (read === undefined) continue;
    judgeOrder(read, place, findings);
    let count = 0;
    for (const missing of missedBy(read, facts, scopes)) {
      count += 1;
      if (count > mostOfARead) break;
      if (told.has(missing)) continue;
      told.add(missing);
      reportMissing(missing, read, place, findings);
    }
  }
}

function judgeOrder(
  { captures, from, through }: AnsweredRead,
  place: number,
  findings: Findings,
): void {
  let last = Number.POSITIVE_INFINITY;
  for (const { id } of captures) {
    if (id >= last) {
      findings.report('order', `a list has id ${id} behind id ${last}`, place);
      return;
    }
    if (id < from || id > (through ?? id)) {
      const text = `a list of the ids from ${from} through ${through ?? 'the newest'} has id ${id}`;
      findings.report('order', text, place);
      return;
    }
    last = id;
  }
}

/** What the read must show, and does not. */
export function* missedBy(read: AnsweredRead, facts: Facts, scopes: Scopes): Generator<Capture> {
  const scope = scopes.of(read);
  const places = read.captures
    .map(({ id }) => placeIn(read, id, facts))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  const first = scope.countThrough(read.from - 1);
  const end = scope.countThrough(read.through ?? Number.POSITIVE_INFINITY);
  const stored = Math.max(scope.countStoredBefore(read.began), (places.at(-1) ?? -1) + 1);
  let next = first;
  for (const place of [...places, Math.min(stored, end)]) {
    yield* scope.stillThere(next, place, read.ended);
    next = Math.max(next, place + 1);
  }
}

/** The place of an id among the captures of a scope; -1 if it does not belong there. */
export function placeIn(
  { account, endpoint }: { account: number; endpoint?: number },
  id: number,
  { captures }: Facts,
): number {
  const capture = captures.byId.get(id);
  if (capture === undefined) return -1;
  if (endpoint === undefined) return capture.account === account ? capture.inAccount : -1;
  return capture.endpoint === endpoint ? capture.inEndpoint : -1;
}

function reportMissing(
  missing: Capture,
  read: AnsweredRead,
  place: number,
  findings: Findings,
): void {
  const { id, send, sentIn, isAcknowledged, knownBy, knownIn, aliveAt, seenIn } = missing;
  const known =
    knownBy < read.began
      ? `it was there by ${time(knownBy)}`
      : `a higher id was there before, or is in the same answer`;
  const text = `a read from ${time(read.began)} to ${time(read.ended)} lacks id ${id} (mark ${send?.mark ?? 'unknown'}): ${known}`;
  const isShownLater = aliveAt >= read.ended;
  const anomaly = isShownLater || !isAcknowledged ? 'read-went-back' : 'lost';
  findings.report(anomaly, text, sentIn, knownIn === sentIn ? seenIn : knownIn, place);
}
