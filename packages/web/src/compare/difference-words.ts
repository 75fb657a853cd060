import { plural } from '../ui/format.ts';
import type { ComparedBodies } from './compare-bodies.ts';

/** The words for a part that neither request has. */
export const noneInEither = 'none in either';

/** `no difference`, `2 differences`. */
export function differencesWords(count: number): string {
  return count === 0 ? 'no difference' : plural(count, 'difference');
}

/** Sums up the comparison of two bodies. The rest of a body that is cut off may differ more. */
export function bodySummary(found: ComparedBodies, ignoresVolatile: boolean): string {
  if (found.kind === 'bytes') return 'the bytes differ';
  const count = found.kind === 'same' ? 0 : differencesIn(found.compared.lines);
  if (found.isCut)
    return count > 0 ? `at least ${differencesWords(count)}` : 'no difference at the beginning';
  if (found.kind === 'same' || count > 0) return differencesWords(count);
  if (ignoresVolatile) return 'no difference that counts';
  return found.isSameText ? 'only the encoding differs' : 'only white space differs';
}

function differencesIn(lines: readonly { change: string }[]): number {
  return lines.filter(({ change }) => change !== 'same').length;
}
