import type { StreamedRequest } from '../contract/view.ts';
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
    if (this.nearest === undefined || isAsNear(examination, this.nearest)) {
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

/** More that holds is nearer; where it is as much, more of what is there with another value. */
function isAsNear(examination: Examination, other: Examination): boolean {
  const holding = count(examination, 'holds') - count(other, 'holds');
  return holding > 0 || (holding === 0 && count(examination, 'isNear') >= count(other, 'isNear'));
}

function count({ findings }: Examination, what: 'holds' | 'isNear'): number {
  return findings.filter((finding) => finding[what]).length;
}
