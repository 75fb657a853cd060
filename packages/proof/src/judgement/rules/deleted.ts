import type { Interval, Send } from '../../history/operation.ts';
import type { Facts } from '../facts.ts';
import { type Findings, time } from '../findings.ts';

/**
 * Endpoints that are there, and those that are not.
 *
 * Once the deletion of an endpoint was acknowledged, nothing that is sent to it is stored, and nobody gets its list or a stream of it.
 * Before a deletion began, and after it was made, no webhook is refused with 404.
 */
export function judgeDeleted(facts: Facts, findings: Findings): void {
  for (const [place, operation] of facts.operations.entries()) {
    if (operation.kind === 'send') {
      judgeRefused(operation, place, facts, findings);
      const isStored = operation.outcome === 'stored' || facts.captures.byMark.has(operation.mark);
      if (!isStored) continue;
      judgeUse(operation, `mark ${operation.mark} was stored`, place, facts, findings);
    } else if (operation.kind === 'read' || operation.kind === 'stream') {
      const { endpoint, outcome, kind, began, ended } = operation;
      if (endpoint === undefined || outcome !== 'done') continue;
      judgeUse({ endpoint, began, ended }, `a ${kind} was given`, place, facts, findings);
    }
  }
}

function judgeUse(
  { endpoint, began }: Interval & { endpoint: number },
  what: string,
  place: number,
  { endpoints }: Facts,
  findings: Findings,
): void {
  const before = endpoints
    .deletionsOf(endpoint)
    .find(({ deletion }) => deletion.outcome === 'done' && deletion.ended < began);
  if (before === undefined) return;
  const text =
    `${what} by a call from ${time(began)} on, though the deletion of endpoint ${endpoint} ` +
    `was acknowledged at ${time(before.deletion.ended)}`;
  findings.report('accepted-after-deletion', text, before.place, place);
}

function judgeRefused(
  { endpoint, outcome, status, mark, began, ended }: Send,
  place: number,
  { endpoints }: Facts,
  findings: Findings,
): void {
  if (outcome !== 'refused' || status !== 404) return;
  const made = endpoints.get(endpoint);
  if (made === undefined || made.ended >= began) return;
  if (endpoints.deletionsOf(endpoint).some(({ deletion }) => deletion.began <= ended)) return;
  const text = `mark ${mark} was refused with 404 at ${time(ended)}, while endpoint ${endpoint} was there`;
  findings.report('refused-while-there', text, place);
}
