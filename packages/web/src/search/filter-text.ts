import {
  type JsonPath,
  longestMatchCharacters,
  type MatchField,
  type MatchTerm,
  matchHints,
  printField,
  printMatch,
  printTerm,
  printWord,
  readMatch,
  withLocalTimes,
} from '@hookwell/core/match';

/** A part of a filter that makes no sense, or not yet, or hardly the one that was meant. */
export interface FilterProblem {
  /** The indexes of its beginning and its end in the text. */
  start: number;
  end: number;
  message: string;
  /** Whether the user may be just typing it. */
  isUnfinished: boolean;
}

/** A word about the time of arrival. */
export interface TimeWord {
  start: number;
  end: number;
  operator: '>' | '>=' | '<' | '<=';
  /** A date, a time, or an age such as `15m`. */
  value: string;
}

export interface ReadFilter {
  /**
   * All that makes sense, in the match language, as the service is to read it: times without a zone are those of this machine. Empty if
   * nothing makes sense.
   */
  match: string;
  /** Whether a word makes no sense, so that nothing is searched for until it is corrected. */
  isRefused: boolean;
  /** In the order of their places. */
  problems: readonly FilterProblem[];
  times: readonly TimeWord[];
  /** The texts that it looks for in requests. */
  texts: readonly string[];
}

/** Reads a filter as the user types it. Words that are not finished yet do not narrow the list. */
export function readFilter(text: string): ReadFilter {
  const { match, errors } = readMatch(text);
  // A hint is as quiet as what is still being typed, and narrows the list all the same.
  const hints = matchHints(text).filter(({ start }) =>
    errors.every((error) => start < error.start || start >= error.end),
  );
  return {
    match: printMatch(withLocalTimes(match)),
    isRefused: errors.some(({ isUnfinished }) => !isUnfinished),
    problems: [
      ...errors.map(({ start, end, message, isUnfinished }) => ({
        ...{ start, end, message, isUnfinished },
      })),
      ...hints.map((hint) => ({ ...hint, isUnfinished: true })),
    ].toSorted((one, other) => one.start - other.start),
    times: match.terms.flatMap(timeWord),
    texts: match.terms.flatMap(wantedText),
  };
}

function timeWord({ isNegated, condition, start, end }: MatchTerm): TimeWord[] {
  if (isNegated || condition.kind !== 'field' || condition.field.name !== 'received') return [];
  const { operator, text } = condition;
  if (operator === ':' || operator === '=') return [];
  return [{ start, end, operator, value: text }];
}

function wantedText({ isNegated, condition }: MatchTerm): string[] {
  if (isNegated) return [];
  if (condition.kind === 'word') return [condition.text];
  if (condition.kind !== 'field' || !/^[:=]$/.test(condition.operator)) return [];
  return /^(path|query|header|body|json)\b/.test(condition.field.name) ? [condition.text] : [];
}

/** The fields that a list is narrowed by: from its rows, and by a value at a path of a JSON body. */
export type NarrowingField = 'event' | 'signature' | JsonPath;

/**
 * The filter with a term for this value, in the place of all its terms about the same field: `event=invoice.paid`,
 * `json.data.id=5`. Gives `undefined` if that would be too long for a filter.
 */
export function withTerm(filter: string, field: NarrowingField, value: string): string | undefined {
  const { match } = readMatch(filter);
  const narrowed: MatchField =
    typeof field === 'string' ? { name: field } : { name: 'json.PATH', path: field };
  const name = printField(narrowed);
  const others = match.terms.filter(
    ({ condition }) => condition.kind !== 'field' || printField(condition.field) !== name,
  );
  const condition = { kind: 'field', field: narrowed, operator: '=', text: value } as const;
  const term = printTerm({ isNegated: false, condition });
  const text = `${printMatch({ ...match, terms: others })} ${term}`.trim();
  return text.length > longestMatchCharacters ? undefined : text;
}

/** A pasted text leaves room for what else the filter has. */
const mostWords = 32;
const mostCharacters = longestMatchCharacters / 2;

/** The text to paste in the place of a part of the filter: between words, one that is found as it is; within a word, itself. */
export function filterToPaste(
  pasted: string,
  filter: string,
  start: number | null,
  end: number | null,
): string {
  const around = [filter.slice(0, start ?? 0).at(-1), filter.at(end ?? 0)];
  const isInWord = around.some((character) => character !== undefined && /\S/.test(character));
  return isInWord ? pasted : pastedFilter(pasted);
}

/**
 * A pasted text as a filter: as it is if it is a match, else its words in quotes, so that what was copied from a body
 * finds that body. The words are apart wherever white space is outside of JSON strings, since views of bodies show
 * other white space than was sent.
 */
export function pastedFilter(pasted: string): string {
  const text = pasted
    .slice(0, longestMatchCharacters)
    .replace(/[\r\n]+/g, ' ')
    .trim();
  const { match, errors } = readMatch(text);
  if (errors.length === 0 && match.terms.every((term) => isMeant(term, text))) return text;
  let filter = '';
  for (const [run] of [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|\S)+/g)].slice(0, mostWords)) {
    const longer = `${filter} ${printWord(run)}`.trim();
    // The beginning of a word that is too long is looked for alone.
    if (longer.length > mostCharacters)
      return filter === '' ? printWord(run.slice(0, mostCharacters / 2)) : filter;
    filter = longer;
  }
  return filter;
}

/** Whether a term is meant in the match language. Quotes that it would drop are those of a body, and so are `-5` and `a=1&b=2`. */
function isMeant({ condition, start, end }: MatchTerm, text: string): boolean {
  const written = text.slice(start, end);
  if (condition.kind === 'field') {
    const isForm = condition.operator === '=' && /&[^&=]+=/.test(condition.text);
    return !isForm || condition.field.name === 'query';
  }
  if (condition.kind !== 'word' || /^-[\d.]/.test(written)) return condition.kind !== 'word';
  return !/["'\\]/.test(written) || written.replace(/^-/, '') === printWord(condition.text);
}
