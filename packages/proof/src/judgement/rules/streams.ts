import type { Stream } from '../../history/operation.ts';
import type { Capture } from '../captures.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import { placeIn } from './reads.ts';
import type { Scope, Scopes } from './scope.ts';

/** Of one stream. */
const mostOfAStream = 20;

/**
 * Streams show each capture once, in order, and pass over none.
 *
 * A stream shows the captures of its scope behind `after` in the order of their ids. With each it has passed over all lower ids: those
 * were stored earlier, so it showed them, unless something may have removed them before. One that was read to the end has
 * everything that was stored before it began.
 */
export function judgeStreams(facts: Facts, scopes: Scopes, findings: Findings): void {
  for (const [place, operation] of facts.operations.entries()) {
    if (operation.kind !== 'stream') continue;
    judgeOrder(operation, place, findings);
    let count = 0;
    for (const { capture, by } of skippedBy(operation, facts, scopes.of(operation))) {
      count += 1;
      if (count > mostOfAStream) break;
      const { id, send, sentIn, knownIn } = capture;
      const text =
        `a stream from ${time(operation.began)} lacks id ${id} (mark ${send?.mark ?? 'unknown'}), ` +
        `though it was past it at ${time(by)}`;
      findings.report('stream-skipped', text, sentIn, knownIn, place);
    }
  }
}

function judgeOrder({ events, after = 0 }: Stream, place: number, findings: Findings): void {
  let last = after;
  for (const [index, { at, seen }] of events.entries()) {
    const { id } = seen;
    if (id > last) {
      last = id;
      continue;
    }
    const text = `a stream behind ${after} showed id ${id} at ${time(at)}, after id ${last}`;
    const isRepeated = id <= after || events.slice(0, index).some((event) => event.seen.id === id);
    findings.report(isRepeated ? 'stream-repeated' : 'order', text, place);
    return;
  }
}

/** What the stream had to show, and did not, each with the time at which the stream was past it. */
function* skippedBy(
  stream: Stream,
  facts: Facts,
  scope: Scope,
): Generator<{ capture: Capture; by: number }> {
  const { events, after = 0, began, ended } = stream;
  let next = scope.countThrough(after);
  for (const { at, seen } of events) {
    const place = placeIn(stream, seen.id, facts);
    if (place < next) continue;
    for (const capture of scope.stillThere(next, place, at)) yield { capture, by: at };
    next = place + 1;
  }
  if (stream.isSettled === undefined) return;
  const stored = scope.countStoredBefore(began);
  for (const capture of scope.stillThere(next, stored, ended)) yield { capture, by: ended };
}
