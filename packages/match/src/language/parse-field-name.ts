import type { MatchField } from './match.ts';
import { MatchError } from './match-error.ts';
import { parseField } from './parse-field.ts';
import { splitTerms } from './split-terms.ts';

/**
 * Reads the name of one field alone, as it stands before an operator or behind `has:`: `header.webhook-id`,
 * `json.items[0]`.
 * @throws {MatchError} if it names no field
 */
export function parseFieldName(text: string): MatchField {
  const terms = splitTerms(text, (error) => {
    throw error;
  });
  const [term] = terms;
  const isOne = terms.length === 1 && term?.isNegated === false && !term.beginsQuoted;
  const field = isOne ? parseField(term.written) : undefined;
  if (field !== undefined) return field;
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  throw new MatchError(`${shown} is not a field`, { start: 0, end: text.length });
}
