import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';
import { eachShowing } from '../showings.ts';

/**
 * What was removed stays away.
 *
 * An acknowledged clear took everything of its scope (up to its `through`) that was known to be stored before it began; a removal took
 * its capture, a deletion all that its endpoint had. No read that began after the acknowledgement shows that, no stream that was
 * opened after it, and nothing removes it once more.
 */
export function judgeRemoved({ operations, captures }: Facts, findings: Findings): void {
  const told = new Set<number>();
  eachShowing(operations, (seen, place, began) => {
    const goneBy = captures.byId.get(seen.id)?.isGoneBy ?? Number.POSITIVE_INFINITY;
    if (goneBy >= began || told.has(seen.id)) return;
    told.add(seen.id);
    const isRead = operations[place]?.kind === 'read';
    const text = `id ${seen.id} was removed by ${time(goneBy)}, and a ${isRead ? 'read' : 'stream'} that began at ${time(began)} shows it`;
    findings.report(isRead ? 'shown-after-removal' : 'stream-showed-cleared', text, place);
  });
  for (const [place, operation] of operations.entries()) {
    if (operation.kind !== 'remove' || operation.outcome !== 'done') continue;
    const { id, began } = operation;
    const goneBy = captures.byId.get(id)?.isGoneBy ?? Number.POSITIVE_INFINITY;
    if (goneBy >= began) continue;
    const text = `id ${id} was removed by ${time(goneBy)}, and once more by a call that began at ${time(began)}`;
    findings.report('shown-after-removal', text, place);
  }
}
