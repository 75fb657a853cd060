import type { ContractFinding } from '@hookwell/core/api';
import type { StoredContractFinding } from '../capture-log/captures.ts';

/** What is found about a capture takes so many characters at most: further differences are left out. */
export const mostFindingCharacters = 4096;
/** A reason is cut there. */
const mostReasonCharacters = 500;

/** A finding as it is stored. JSON text has neither U+0000 nor halves of pairs. */
export function storedFinding(finding: ContractFinding): StoredContractFinding {
  const { verdict, differences, reason } = finding;
  const shown = { ...finding };
  if (reason !== undefined) shown.reason = reason.slice(0, mostReasonCharacters);
  let text = JSON.stringify(shown);
  for (let left = differences?.length ?? 0; text.length > mostFindingCharacters && left > 0; ) {
    left -= 1;
    text = JSON.stringify({ ...shown, differences: differences?.slice(0, left) });
  }
  return { verdict, finding: text };
}

/** The finding about a capture that was not compared. */
export function notCompared(reason: string): StoredContractFinding {
  return storedFinding({ verdict: 'none', reason });
}
