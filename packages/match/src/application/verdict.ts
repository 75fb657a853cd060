import type { CompiledTerm } from './compiled-match.ts';

/** Whether a match holds, from its terms in their order: all must hold, but of alternatives one. */
export class Verdict {
  #isOpen = false;
  #hasAlternatives = false;
  #holdsAlternative = false;

  /** Whether nothing depends on this term any more. */
  ignores({ isAlternative }: CompiledTerm): boolean {
    return isAlternative && this.#holdsAlternative;
  }

  /**
   * @param condition whether the condition of the term holds, without its minus sign; `undefined` if that is open
   * @returns whether the match can hold still
   */
  add({ isNegated, isAlternative }: CompiledTerm, condition: boolean | undefined): boolean {
    if (isAlternative) {
      this.#hasAlternatives = true;
      if (condition === true) this.#holdsAlternative = true;
    } else if (condition === undefined) this.#isOpen = true;
    else return condition !== isNegated;
    return true;
  }

  /** After all terms, if the match could hold with each; `undefined` if an open condition decides. */
  get value(): boolean | undefined {
    if (this.#hasAlternatives && !this.#holdsAlternative) return false;
    return this.#isOpen ? undefined : true;
  }
}

/**
 * Whether a match holds.
 * @param conditionOf whether the condition of a term holds, without its minus sign; `undefined` if that is open
 * @returns `undefined` if an open condition decides
 */
export function verdictOf(
  terms: readonly CompiledTerm[],
  conditionOf: (term: CompiledTerm, index: number) => boolean | undefined,
): boolean | undefined {
  const verdict = new Verdict();
  for (const [index, term] of terms.entries()) {
    if (verdict.ignores(term)) continue;
    if (!verdict.add(term, conditionOf(term, index))) return false;
  }
  return verdict.value;
}
