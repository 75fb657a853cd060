import { idsText } from '../history/words.ts';
import type { Verdict } from './verdict.ts';

/** A verdict for people: a line for each finding, `✗ same-id: Another id than #1 came with #2. (#1 and #2)`. */
export function describeVerdict({ findings }: Pick<Verdict, 'findings'>): string {
  const lines = findings.map(({ expectation, holds, isKnown, sentence, requestIds }) => {
    const sign = holds ? '✓' : isKnown ? '✗' : '?';
    const ids = requestIds.length === 0 ? '' : ` (${idsText(requestIds)})`;
    return `${sign} ${expectation}: ${sentence}${ids}`;
  });
  return lines.join('\n');
}
