import type { StreamedRequest } from '../view.ts';
import type { Examination } from './examine.ts';

/** How many captured requests are kept to be told of, and how many characters of bodies in all. */
const most = 20;
const mostCharacters = 10_000_000;

/** What arrived while somebody waited; of many only the latest are kept. */
export class Received {
  /** How many there were. */
  count = 0;
  /** The one that came nearest to a match without being one. */
  nearest: Examination | undefined;
  readonly #latest: StreamedRequest[] = [];

  add(examination: Examination): void {
    this.count += 1;
    this.#latest.push(examination.request);
    while (this.#latest.length > 1 && this.#isTooMuch()) this.#latest.shift();
    if (examination.matches) return;
    if (this.nearest === undefined || holding(examination) >= holding(this.nearest)) {
      this.nearest = examination;
    }
  }

  /** The latest, oldest first. */
  get latest(): readonly StreamedRequest[] {
    return this.#latest;
  }

  #isTooMuch(): boolean {
    const characters = this.#latest.reduce((sum, { body }) => sum + body.length, 0);
    return this.#latest.length > most || characters > mostCharacters;
  }
}

function holding({ findings }: Examination): number {
  return findings.filter(({ holds }) => holds).length;
}
