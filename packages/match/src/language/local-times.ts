import { parseLocalInstant } from '../text/times.ts';
import type { Match, MatchTerm } from './match.ts';

/**
 * A match of whoever sits at this machine, for the API, where times without a zone are in UTC: its times without a zone become the
 * moments that they are here, written in UTC as all of them are. Gives the same match if that changes nothing.
 */
export function withLocalTimes(match: Match): Match {
  const terms = match.terms.map(withLocalTime);
  return terms.some((term, index) => term !== match.terms[index]) ? { ...match, terms } : match;
}

function withLocalTime(term: MatchTerm): MatchTerm {
  const { condition } = term;
  if (condition.kind !== 'field' || condition.field.name !== 'received') return term;
  // What a time contains is asked of its text.
  if (condition.operator === ':') return term;
  const at = parseLocalInstant(condition.text);
  const text = at === undefined ? condition.text : new Date(at).toISOString();
  // At both ends of the years that have four digits a zone would lead to a year that has more.
  if (text === condition.text || text.length !== '2026-11-22T12:00:00.000Z'.length) return term;
  return { ...term, condition: { ...condition, text } };
}
