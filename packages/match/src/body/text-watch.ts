import { fold } from '../text/fold.ts';
import type { Needle } from '../text/needle.ts';

/** Small chunks are joined up to this length, so that the characters kept between chunks are looked at rarely. */
const leastSearchedCharacters = 4096;

/** Looks for several texts at once in a text that comes in chunks, over their borders too. */
export class TextWatch {
  #sought: readonly { needle: Needle; onFound: () => void }[];
  readonly #keptCharacters: number;
  /** The folded end of what was searched: a text that is looked for may begin in it. */
  #tail = '';
  #pending = '';

  constructor(sought: readonly { needle: Needle; onFound: () => void }[]) {
    this.#sought = sought;
    this.#keptCharacters = Math.max(0, ...sought.map(({ needle }) => needle.text.length - 1));
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
    const folded = this.#tail + fold(this.#pending);
    this.#pending = '';
    this.#sought = this.#sought.filter(({ needle, onFound }) => {
      const isFound = needle.isInFolded(folded);
      if (isFound) onFound();
      return !isFound;
    });
    this.#tail = this.#keptCharacters === 0 ? '' : folded.slice(-this.#keptCharacters);
  }
}
