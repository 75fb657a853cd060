import type { Facts } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { eachShowing } from '../showings.ts';

/** What was found by the contract of an endpoint is stored with the capture: no two reads differ in it. */
export function judgeContracts({ operations, captures }: Facts, findings: Findings): void {
  const told = new Set<number>();
  eachShowing(operations, ({ id, contract }, place) => {
    const capture = captures.byId.get(id);
    if (capture?.seen === undefined || contract === capture.seen.contract || told.has(id)) return;
    told.add(id);
    const text = `id ${id} is shown with ${contract} by its contract, and was shown with ${capture.seen.contract}`;
    findings.report('contract', text, capture.sentIn, capture.seenIn, place);
  });
}
