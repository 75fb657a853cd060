import { fold } from '../text/fold.ts';
import type { Needle } from '../text/needle.ts';
import { stepsOf, type Work } from '../text/work.ts';

/** Small chunks are joined up to this length, so that the characters kept between chunks are looked at rarely. */
const leastSearchedCharacters = 4096;

/** Looks for several texts at once in a text that comes in chunks, over their borders too. */
export class TextWatch {
  readonly #work: Work;
  #sought: { needle: Needle; onFound: () => void }[] = [];
  #keptCharacters = 0;
  /** The folded end of what was searched: a text that is looked for may begin in it. */
  #tail = '';
  #pending = '';

  constructor(work: Work) {
    this.#work = work;
  }

  /** All texts are asked for before the first chunk. */
  ask(needle: Needle, onFound: () => void): void {
    this.#sought.push({ needle, onFound });
    this.#keptCharacters = Math.max(this.#keptCharacters, needle.text.length - 1);
  }

  push(chunk: string): void {
    if (this.#sought.length === 0) return;
    this.#pending += chunk;
    const least = Math.max(leastSearchedCharacters, 2 * this.#keptCharacters);
    if (this.#pending.length >= least) this.#search();
  }

  end(): void {
    if (this.#sought.length > 0) this.#search();
  }

  #search(): void {
    this.#work.steps += stepsOf.fold * this.#pending.length;
    const folded = this.#tail + fold(this.#pending);
    this.#pending = '';
    this.#sought = this.#sought.filter(({ needle, onFound }) => {
      this.#work.steps += stepsOf.search * folded.length;
      const isFound = needle.isInFolded(folded);
      if (isFound) onFound();
      return !isFound;
    });
    this.#tail = this.#keptCharacters === 0 ? '' : folded.slice(-this.#keptCharacters);
  }
}
