import { firstOperator, type MatchOperator, splitTerms } from '@hookwell/match';

/** One word of a filter as it stands in the text, finished or not. */
export interface TypedWord {
  /** The indexes of its beginning and its end in the text. */
  start: number;
  end: number;
  isNegated: boolean;
  /** Whether it begins with a quote, so that it is looked for as it is. */
  isQuoted: boolean;
  /** The text before the operator as it stands there, or all of it. */
  name: string;
  operator: MatchOperator | '';
  /** The text behind the operator, without quotes. */
  value: string;
}

/** The word that the caret is in or behind, or an empty one at the caret. */
export function typedWordAt(text: string, caret: number): TypedWord {
  const term = splitTerms(text, () => {}).find(({ start, end }) => start < caret && caret <= end);
  if (term === undefined) {
    const place = { start: caret, end: caret };
    return { ...place, isNegated: false, isQuoted: false, name: '', operator: '', value: '' };
  }
  const { start, end, isNegated, beginsQuoted: isQuoted, written } = term;
  const operator = isQuoted ? undefined : firstOperator(written);
  const nameEnd = operator === undefined ? end : written.place(operator.at);
  const valueAt = operator === undefined ? written.length : operator.at + operator.text.length;
  return {
    start,
    end,
    isNegated,
    isQuoted,
    name: text.slice(isNegated ? start + 1 : start, nameEnd),
    operator: operator?.text ?? '',
    value: written.part(valueAt, written.length).text,
  };
}
