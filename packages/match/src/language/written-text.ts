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
