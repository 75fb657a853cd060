import { fitText, textWidth } from './text-width.ts';
import { visible } from './visible.ts';

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
