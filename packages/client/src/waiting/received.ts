import type { StreamedRequest } from '../contract/view.ts';
import type { Examination } from './examine.ts';

/** The most captured requests that are kept for the message, and the most characters of all their bodies. */
export const mostRequests = 20;
export const mostCharacters = 10_000_000;

/** The requests that arrived during a wait; of many only the latest are kept. */
export class Received {
  /** The number of examined requests. */
  examined = 0;
  /** The number of requests before them. */
  leftOut = 0;
  /** Whether there are even more. */
  hasMore = false;
  /** Whether it is known which requests arrived. */
  isKnown = true;
  /** The request that came nearest to a match without being one. */
  nearest: Examination | undefined;
  readonly #latest: StreamedRequest[] = [];

  add(examination: Examination): void {
    this.examined += 1;
    this.#latest.push(examination.request);
    while (this.#latest.length > 1 && this.#isTooMuch()) this.#latest.shift();
    if (examination.matches) return;
    if (this.nearest === undefined || isAsNear(examination, this.nearest)) {
      this.nearest = examination;
    }
  }

  /** The latest requests, oldest first. */
  get latest(): readonly StreamedRequest[] {
    return this.#latest;
  }

  #isTooMuch(): boolean {
    const characters = this.#latest.reduce((sum, { body }) => sum + body.length, 0);
    return this.#latest.length > mostRequests || characters > mostCharacters;
  }
}

/** More conditions that hold are nearer; of equals, more conditions with another value in the same place. */
function isAsNear(examination: Examination, other: Examination): boolean {
  const holding = count(examination, 'holds') - count(other, 'holds');
  return holding > 0 || (holding === 0 && count(examination, 'isNear') >= count(other, 'isNear'));
}

function count({ findings }: Examination, field: 'holds' | 'isNear'): number {
  return findings.filter((finding) => finding[field]).length;
}
