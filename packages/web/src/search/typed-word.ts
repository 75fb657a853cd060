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
  operator: '' | ':' | '=' | '>' | '>=' | '<' | '<=';
  /** The text behind the operator, without quotes. */
  value: string;
}

/** The word that the caret is in or behind, or an empty one at the caret. Quotes and backslashes are read as in the match language. */
export function typedWordAt(text: string, caret: number): TypedWord {
  let at = 0;
  while (at < caret) {
    if (/\s/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = endOfWord(text, at);
    if (caret <= end) return readWord(text, at, end);
    at = end;
  }
  return {
    start: caret,
    end: caret,
    isNegated: false,
    isQuoted: false,
    name: '',
    operator: '',
    value: '',
  };
}

function isEscape(text: string, at: number): boolean {
  return text.charAt(at) === '\\' && /["'\\]/.test(text.charAt(at + 1));
}

function endOfWord(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (isEscape(text, at)) at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (/\s/.test(character)) return at;
  }
  return text.length;
}

function readWord(text: string, start: number, end: number): TypedWord {
  const isNegated = text.charAt(start) === '-' && end > start + 1;
  const first = isNegated ? start + 1 : start;
  const word = { start, end, isNegated, isQuoted: /["']/.test(text.charAt(first)) };
  const place = word.isQuoted ? -1 : operatorIn(text, first, end);
  if (place < 0) return { ...word, name: text.slice(first, end), operator: '', value: '' };
  const [operator = ''] = /^(?:[<>]=?|[:=])/.exec(text.slice(place, end)) ?? [];
  return {
    ...word,
    name: text.slice(first, place),
    operator: operator as TypedWord['operator'],
    value: unquoted(text.slice(place + operator.length, end)),
  };
}

/** The index of the first operator outside of quotes and brackets, or -1. */
function operatorIn(text: string, start: number, end: number): number {
  let quote = '';
  let isInBrackets = false;
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (isEscape(text, at)) at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '[' || character === ']') isInBrackets = character === '[';
    else if (!isInBrackets && /[:=<>]/.test(character)) return at;
  }
  return -1;
}

function unquoted(written: string): string {
  return written.replace(/\\(["'\\])|["']/g, '$1');
}
