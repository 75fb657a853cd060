import type { Facts } from '../facts.ts';
import type { Findings } from '../findings.ts';
import { eachShowing } from '../showings.ts';

const verdicts = { right: 'valid', wrong: 'invalid' } as const;

/** A right signature is shown as valid and a wrong one as invalid, in every read; whatever the verdict is, it never changes. */
export function judgeVerdicts({ operations, captures }: Facts, findings: Findings): void {
  const told = new Set<number>();
  eachShowing(operations, (seen, place) => {
    const capture = captures.byId.get(seen.id);
    if (capture === undefined || told.has(seen.id)) return;
    const { signature } = capture.send ?? {};
    const first = signature === undefined ? capture.seen?.verdict : verdicts[signature];
    if (seen.verdict === first) return;
    told.add(seen.id);
    const what = signature === undefined ? 'a signature' : `a ${signature} signature`;
    const text = `id ${seen.id} has ${what}, and its verdict is ${seen.verdict}, not ${first}`;
    findings.report('verdict', text, capture.sentIn, capture.seenIn, place);
  });
}
