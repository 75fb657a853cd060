import type { Capture } from '../captures.ts';
import type { Facts } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { eachShowing } from '../showings.ts';

const verdicts = { right: 'valid', wrong: 'invalid' } as const;

/**
 * A right signature is shown as valid and a wrong one as invalid, in every read. What could not be examined is answered 503: it has
 * no verdict, or one that says so. Whatever the verdict is, it never changes.
 */
export function judgeVerdicts({ operations, captures }: Facts, findings: Findings): void {
  const told = new Set<number>();
  eachShowing(operations, ({ id, verdict }, place) => {
    const capture = captures.byId.get(id);
    if (capture === undefined || told.has(id)) return;
    const problem = problemOf(verdict, capture);
    if (problem === undefined) return;
    told.add(id);
    const text = `id ${id} is shown with the verdict ${verdict}, and ${problem}`;
    findings.report('verdict', text, capture.sentIn, capture.seenIn, place);
  });
}

function problemOf(verdict: string | undefined, { seen, send }: Capture): string | undefined {
  if (verdict !== seen?.verdict) return `was shown with ${seen?.verdict}`;
  if (send?.signature === undefined || verdict === verdicts[send.signature]) return undefined;
  const isUnexamined = verdict === undefined || verdict === 'unverifiable';
  if (isUnexamined && send.outcome !== 'stored') return undefined;
  return `has a ${send.signature} signature`;
}
