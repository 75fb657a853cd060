import { MatchError } from './match-error.ts';
import { WrittenText } from './written-text.ts';

/** A term between white space, not yet understood. */
export interface WrittenTerm {
  isNegated: boolean;
  /** Whether it begins with a quote: such a term is a word. */
  beginsQuoted: boolean;
  /** The text behind the minus sign. */
  written: WrittenText;
  /** The indexes of the term's beginning and end in the text of the match. */
  start: number;
  end: number;
}

/**
 * Cuts a match into terms. The end of the text closes a quote that is open there.
 * @param onError is told about a quote that is not closed
 */
export function splitTerms(text: string, onError: (error: MatchError) => void): WrittenTerm[] {
  const terms: WrittenTerm[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text, at)) {
      at += 1;
      continue;
    }
    const term = termAt(text, at, onError);
    terms.push(term);
    at = term.end;
  }
  return terms;
}

function termAt(text: string, start: number, onError: (error: MatchError) => void): WrittenTerm {
  const isNegated = text[start] === '-' && start + 1 < text.length && !isSpace(text, start + 1);
  const first = isNegated ? start + 1 : start;
  let characters = '';
  const quoted: number[] = [];
  const places: number[] = [];
  const openings = new Set<number>();
  let quote = '';
  let quotePlace = start;
  let at = first;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote === '' && isSpace(text, at)) break;
    const isEscape = character === '\\' && isQuoteOrBackslash(text.charAt(at + 1));
    if (!isEscape && (quote === '' ? isQuote(character) : character === quote)) {
      if (quote === '') openings.add(characters.length);
      quote = quote === '' ? character : '';
      quotePlace = at;
      continue;
    }
    places.push(at);
    if (isEscape) at += 1;
    characters += text.charAt(at);
    quoted.push(isEscape || quote !== '' ? 1 : 0);
  }
  if (quote !== '') {
    const place = { start: quotePlace, end: text.length };
    onError(
      new MatchError(
        `The quote ${quote} is not closed. A quote that means itself has a backslash before it: \\${quote}`,
        place,
        { isUnfinished: true },
      ),
    );
  }
  places.push(at);
  const written = new WrittenText(characters, Uint8Array.from(quoted), places, openings);
  return { isNegated, beginsQuoted: isQuote(text.charAt(first)), written, start, end: at };
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

function isQuoteOrBackslash(character: string): boolean {
  return isQuote(character) || character === '\\';
}
