import type { CompiledTerm } from './compiled-match.ts';

/**
 * Whether a match holds: all terms must, but of alternatives one.
 * @param conditionOf whether the condition of a term holds, without its minus sign; `undefined` if that is open
 * @returns `undefined` if an open condition decides
 */
export function verdictOf(
  terms: readonly CompiledTerm[],
  conditionOf: (index: number) => boolean | undefined,
): boolean | undefined {
  let isOpen = false;
  let hasAlternatives = false;
  let holdsAlternative = false;
  for (const [index, { isNegated, isAlternative }] of terms.entries()) {
    if (isAlternative && holdsAlternative) continue;
    const condition = conditionOf(index);
    if (isAlternative) {
      hasAlternatives = true;
      if (condition === true) holdsAlternative = true;
    } else if (condition === undefined) isOpen = true;
    else if (condition === isNegated) return false;
  }
  if (hasAlternatives && !holdsAlternative) return false;
  return isOpen ? undefined : true;
}
