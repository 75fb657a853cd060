import { readMatch } from '@hookwell/match';

/** Whether a match looks for a header whose name begins with X-: only endpoints that were told so keep them. */
export function looksForXHeader(match: string): boolean {
  return readMatch(match).match.terms.some(({ condition, isNegated }) => {
    if (isNegated || (condition.kind !== 'field' && condition.kind !== 'has')) return false;
    const { field } = condition;
    return field?.name === 'header.NAME' && field.key.startsWith('x-');
  });
}
