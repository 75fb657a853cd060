import type { JsonPath } from '../language/match.ts';

interface Place {
  own: number;
  /** With the heaviest of the places below. */
  heaviest: number;
  members: Map<string, Place>;
}

/**
 * The work on the values of a JSON text, per character. Values beside one another are parts of the
 * text, values in one another are the same part: so the text is gone through as often as on the heaviest way down.
 */
export class PathWeights {
  readonly #root = newPlace();

  get heaviest(): number {
    return this.#root.heaviest;
  }

  add(path: JsonPath, weight: number): void {
    const way = [this.#root];
    let place = this.#root;
    for (const step of path) {
      let next = place.members.get(step);
      if (next === undefined) {
        next = newPlace();
        place.members.set(step, next);
      }
      place = next;
      way.push(place);
    }
    place.own += weight;
    place.heaviest += weight;
    // No place gets lighter, so the heaviest below stays, or it is the one that was come from.
    let below = 0;
    for (const above of way.reverse()) {
      above.heaviest = Math.max(above.heaviest, above.own + below);
      below = above.heaviest;
    }
  }
}

function newPlace(): Place {
  return { own: 0, heaviest: 0, members: new Map() };
}
