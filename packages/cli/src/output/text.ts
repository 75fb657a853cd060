/**
 * Characters that a terminal would act on, or show as nothing: control and format characters, fillers, tags,
 * and halves of surrogate pairs. The line feed and the tab are among them.
 */
const unseen =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Surrogate}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u{e0000}-\u{e0fff}]/gu;

/** These join their neighbours: emoji and some scripts are made with them. */
const joiners = new Set(['\u200c', '\u200d']);

/** The text on one line, its unseen characters made visible: `␊`, `␛`, `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen, symbolOf);
}

/** The text, its unseen characters made visible except line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unseen, (character) => {
    return character === '\n' || character === '\t' ? character : symbolOf(character);
  });
}

function symbolOf(character: string): string {
  if (joiners.has(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  // Unicode has a picture of each control character.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16)}}`;
}

/** The same JSON, its strings without characters that a terminal would act on. */
export function visibleJson(json: string): string {
  return json.replace(unseen, (character) => {
    if (joiners.has(character) || /[\t\n\r]/.test(character)) return character;
    const units = Array.from({ length: character.length }, (_, index) =>
      character.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    return units.map((unit) => `\\u${unit}`).join('');
  });
}

/** Characters that take no room: combining marks and joiners. */
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Characters that take two columns: Chinese, Japanese, Korean, emoji (Unicode's East Asian Width). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const ascii = /^[\x20-\x7e]*$/;

/** The number of columns that the text takes on a terminal. */
export function textWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += clusterWidth(segment);
  return width;
}

/** The beginning of the text that fits, with `…` if something is left out. */
export function fitText(text: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY || textWidth(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += clusterWidth(segment);
    if (width > columns - 1) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

const graphemes = new Intl.Segmenter();

function clusterWidth(cluster: string): number {
  if (wide.test(cluster) || cluster.includes('\ufe0f')) return 2;
  return narrow.test(cluster.slice(0, 1)) ? 0 : 1;
}

/** Rows below their headings, each column as wide as its widest cell, two spaces apart. */
export function textTable(headings: readonly string[], rows: readonly string[][]): string {
  return new TextTable(headings).lines(rows).join('\n');
}

/** A table that is written piece by piece: each column is as wide as the rows so far need it. */
export class TextTable {
  readonly #widths: number[];
  readonly #columns: number;
  #headings: readonly string[] | undefined;

  /** Lines longer than this number of columns end with `…`. */
  constructor(headings: readonly string[], columns = Number.POSITIVE_INFINITY) {
    this.#headings = headings;
    this.#widths = headings.map(textWidth);
    this.#columns = columns;
  }

  /** The lines of these rows, after the headings if they are the first. Unseen characters are made visible. */
  lines(rows: readonly (readonly string[])[]): string[] {
    const shown = rows.map((row) => row.map(visible));
    for (const row of shown) {
      for (const [column, cell] of row.entries()) {
        this.#widths[column] = Math.max(this.#widths[column] ?? 0, textWidth(cell));
      }
    }
    const all = this.#headings === undefined ? shown : [this.#headings, ...shown];
    this.#headings = undefined;
    return all.map((row) => this.#line(row));
  }

  #line(row: readonly string[]): string {
    const cells = row.map((cell, column) => {
      return cell + ' '.repeat(Math.max(0, (this.#widths[column] ?? 0) - textWidth(cell)));
    });
    return fitText(cells.join('  ').trimEnd(), this.#columns);
  }
}

/** The most characters that are shown before the wrong part, and of it. */
const mostCharactersAround = 60;

/** The text with its wrong part underlined, on two lines that are safe for a terminal. */
export function markedText(text: string, { start, end }: { start: number; end: number }): string {
  const from = start > mostCharactersAround ? start - mostCharactersAround : 0;
  const until = Math.min(end, start + mostCharactersAround);
  const before = (from > 0 ? '…' : '') + visible(text.slice(from, start));
  const wrong = visible(text.slice(start, until));
  const rest = text.slice(until, until + mostCharactersAround);
  const behind = visible(rest) + (until + rest.length < text.length ? '…' : '');
  const line = '^'.repeat(Math.max(1, textWidth(wrong)));
  return `  ${before}${wrong}${behind}\n  ${' '.repeat(textWidth(before))}${line}`;
}

/** The value as JSON on one line, safe to show on a terminal. */
export function jsonLine(value: unknown): string {
  return visibleJson(JSON.stringify(value));
}

/** Prints each value as JSON on a line of its own. */
export function printLines(
  values: readonly unknown[],
  { print }: { print(line: string): void },
): void {
  for (const value of values) print(jsonLine(value));
}

/** The beginning of a text, with `…` if something is left out. */
export function cut(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

/** The text as one word of a shell. */
export function quotedWord(text: string): string {
  const shown = visible(text);
  return /^[\w.:/@%+=-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
