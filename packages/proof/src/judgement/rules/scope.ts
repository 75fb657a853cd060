import type { Capture } from '../captures.ts';
import { countUntil } from '../earliest.ts';
import type { Facts } from '../facts.ts';
import { RangeMaximum } from '../range-maximum.ts';

/** The captures of an endpoint or an account in the order of ids, asked for those that must be there. */
export class Scope {
  readonly members: readonly Capture[];
  readonly #mayBeGoneFrom: RangeMaximum;

  constructor(members: readonly Capture[]) {
    this.members = members;
    this.#mayBeGoneFrom = new RangeMaximum(members.map(({ mayBeGoneFrom }) => mayBeGoneFrom));
  }

  /** How many of them have an id up to this one. */
  countThrough(id: number): number {
    return countUntil(this.members.length, (at) => (this.members[at]?.id ?? 0) > id);
  }

  /** How many of them were stored for certain before this time: the first ones. */
  countStoredBefore(time: number): number {
    return countUntil(this.members.length, (at) => (this.members[at]?.existsBy ?? 0) >= time);
  }

  /** The members from one place to before another that no removal can have taken by this time. */
  *stillThere(from: number, until: number, time: number): Generator<Capture> {
    let place = this.#mayBeGoneFrom.firstAbove(from, until, time);
    while (place >= 0) {
      const member = this.members[place];
      if (member !== undefined) yield member;
      place = this.#mayBeGoneFrom.firstAbove(place + 1, until, time);
    }
  }
}

/** The scopes that reads and streams name. */
export class Scopes {
  readonly #facts: Facts;
  readonly #ofEndpoint = new Map<number, Scope>();
  readonly #ofAccount = new Map<number, Scope>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** What was asked for: one endpoint, or else a whole account. */
  of({ account, endpoint }: { account: number; endpoint?: number }): Scope {
    const { ofAccount, ofEndpoint } = this.#facts.captures;
    return endpoint === undefined
      ? known(this.#ofAccount, account, ofAccount)
      : known(this.#ofEndpoint, endpoint, ofEndpoint);
  }
}

function known(
  scopes: Map<number, Scope>,
  number: number,
  members: ReadonlyMap<number, readonly Capture[]>,
): Scope {
  const scope = scopes.get(number) ?? new Scope(members.get(number) ?? []);
  scopes.set(number, scope);
  return scope;
}
