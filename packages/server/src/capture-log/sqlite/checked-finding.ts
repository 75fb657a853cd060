import type { SQLOutputValue } from 'node:sqlite';
import type { StoredContractFinding } from '../captures.ts';
import { contradicts, findingChecksum } from './checksums.ts';

/**
 * What was found about a capture by a contract; undefined if it was not compared with one.
 * @param row verdict, finding and checksum, all null if there is none
 */
export function checkedFinding(
  id: number,
  [verdict = null, finding, checksum]: readonly SQLOutputValue[],
): StoredContractFinding | 'damaged' | undefined {
  if (verdict === null) return undefined;
  const found = { verdict: String(verdict), finding: String(finding) };
  return contradicts(checksum, () => findingChecksum(id, found)) ? 'damaged' : found;
}
