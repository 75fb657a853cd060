import { type Decimal, parseDecimal } from '@hookwell/bodies/decimal';
import { fold } from './fold.ts';
import type { Needle } from './needle.ts';
import { stepsOf, type Work } from './work.ts';

/** A text that many terms may look at: what they compare is made of it once. */
export class ComparedText {
  readonly text: string;
  readonly #work: Work;
  #folded: string | (() => string) | undefined;
  #decimal: { value: Decimal | undefined } | undefined;

  /** @param folded gives the same text folded, where that is at hand */
  constructor(text: string, work: Work, folded?: () => string) {
    this.text = text;
    this.#work = work;
    this.#folded = folded;
  }

  get folded(): string {
    if (typeof this.#folded === 'string') return this.#folded;
    if (this.#folded === undefined) this.#work.steps += stepsOf.fold * this.text.length;
    const folded = this.#folded?.() ?? fold(this.text);
    this.#folded = folded;
    return folded;
  }

  /** The number that it is; `undefined` if it is none. */
  get decimal(): Decimal | undefined {
    if (this.#decimal === undefined) {
      this.#work.steps += stepsOf.decimal * this.text.length;
      this.#decimal = { value: parseDecimal(this.text) };
    }
    return this.#decimal.value;
  }

  contains(needle: Needle): boolean {
    this.#work.steps += 1;
    if (this.text.length < needle.text.length) return false;
    this.#work.steps += stepsOf.search * this.text.length;
    return needle.isInFolded(this.folded);
  }

  is(text: string): boolean {
    this.#work.steps += 1;
    if (this.text.length !== text.length) return false;
    this.#work.steps += stepsOf.compare * text.length;
    return this.text === text;
  }
}
