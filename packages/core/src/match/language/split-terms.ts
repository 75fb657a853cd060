import { MatchError } from './match.ts';

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

/**
 * A part of a match without its quotes and backslashes, which remembers of each character whether it was quoted: a
 * quoted character is never a sign of the language.
 */
export class WrittenText {
  /** The characters, in UTF-16 units. */
  readonly text: string;
  /** 1 for each unit that was in quotes or behind a backslash. */
  readonly #quoted: Uint8Array;
  /** The places of the units in the text of the match, and the place behind the last one. */
  readonly #places: readonly number[];
  /** The indexes at which a quote opened. */
  readonly #openings: ReadonlySet<number>;

  constructor(
    text: string,
    quoted: Uint8Array,
    places: readonly number[],
    openings: ReadonlySet<number>,
  ) {
    this.text = text;
    this.#quoted = quoted;
    this.#places = places;
    this.#openings = openings;
  }

  get length(): number {
    return this.text.length;
  }

  /** The character there if it is an unquoted one, else an empty text. */
  sign(at: number): string {
    return this.#quoted[at] === 0 ? (this.text[at] ?? '') : '';
  }

  isQuoted(at: number): boolean {
    return this.#quoted[at] === 1;
  }

  /** Whether a quote opened before the character there; an empty quote counts too. */
  opensQuote(at: number): boolean {
    return this.#openings.has(at);
  }

  /** The place of the character in the text of the match. */
  place(at: number): number {
    return this.#places[at] ?? this.#places[this.#places.length - 1] ?? 0;
  }

  /** The part from one index to another one. */
  part(from: number, to: number): WrittenText {
    const openings = new Set<number>();
    for (const opening of this.#openings) {
      if (opening >= from && opening <= to) openings.add(opening - from);
    }
    return new WrittenText(
      this.text.slice(from, to),
      this.#quoted.subarray(from, to),
      this.#places.slice(from, to + 1),
      openings,
    );
  }
}
