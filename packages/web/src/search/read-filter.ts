import {
  type MatchTerm,
  matchHints,
  printMatch,
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
