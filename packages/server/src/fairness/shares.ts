import { Tally } from './tally.ts';

/** Room that a party holds. */
export interface Share {
  readonly party: number;
  readonly amount: number;
  /** Gives it back. A second call does nothing. */
  release(): void;
}

interface Held extends Share {
  giveWay: () => void;
}

/** Which share of a party gives way first: the newest where the oldest is the next to be done. */
export type FirstToGive = 'oldest' | 'newest';

/**
 * Room that parties share (`parties.ts`). Anybody may take what is free. Where there is not enough, whoever holds most gives way, by
 * default its oldest share first: so nobody is kept out by others who hold more, and being one of many gains nothing. Where
 * the newest goes first, a newcomer that would hold as much as all others does not replace theirs.
 */
export class Shares {
  readonly #most: (held: number) => number;
  readonly #first: FirstToGive;
  readonly #tally = new Tally<number>();
  /** The shares of each party, the oldest first. */
  readonly #held = new Map<number, Set<Held>>();

  /** If the room changes with time, `most` tells what there is for parties that hold so much by now. */
  constructor(most: number | ((held: number) => number), first: FirstToGive = 'oldest') {
    this.#most = typeof most === 'number' ? () => most : most;
    this.#first = first;
  }

  get held(): number {
    return this.#tally.total;
  }

  of(party: number): number {
    return this.#tally.of(party);
  }

  /**
   * Takes room, if need be after others gave way.
   * @param giveWay called once if this share has to go; it is released already
   * @returns undefined if the amount is more than all that there is, or the newcomer itself would have to give way before there is
   *   room: then nobody else does
   */
  take(party: number, amount: number, giveWay: () => void): Share | undefined {
    const most = this.#most(this.held);
    if (amount > most) return undefined;
    const leaving: Held[] = [];
    const inOrder = new Map<number, Held[]>();
    while (this.held + amount > most) {
      const heaviest = this.#heaviest(party, amount, inOrder);
      if (heaviest === undefined) return void this.#restore(leaving);
      heaviest.release();
      leaving.push(heaviest);
    }
    const held: Held = { party, amount, giveWay, release: () => this.#release(held) };
    this.#hold(held);
    for (const one of leaving) one.giveWay();
    return held;
  }

  #hold(held: Held): void {
    const ofParty = this.#held.get(held.party);
    if (ofParty === undefined) this.#held.set(held.party, new Set([held]));
    else ofParty.add(held);
    this.#tally.add(held.party, held.amount);
  }

  /** Nobody leaves for a newcomer that finds no room all the same. Each gets its place in the order back. */
  #restore(leaving: readonly Held[]): void {
    for (const party of new Set(leaving.map((one) => one.party))) {
      const ofParty = leaving.filter((one) => one.party === party);
      const stayed = [...(this.#held.get(party) ?? [])];
      for (const one of stayed) one.release();
      const all =
        this.#first === 'oldest' ? [...ofParty, ...stayed] : [...stayed, ...ofParty.reverse()];
      for (const one of all) this.#hold(one);
    }
  }

  /**
   * The first share of the party that holds most, with what the newcomer asks for counted as held.
   * @param inOrder the shares of parties where the newest go first, read once for all that leave: each is taken out
   */
  #heaviest(newcomer: number, amount: number, inOrder: Map<number, Held[]>): Held | undefined {
    let heaviest: number | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const party of this.#held.keys()) {
      const held = this.of(party) + (party === newcomer ? amount : 0);
      if (held <= most) continue;
      most = held;
      heaviest = party;
    }
    const ofNewcomer = this.of(newcomer) + amount;
    // A newcomer that would hold more than all others, and holds nothing yet, has nothing to give.
    if (heaviest === undefined || most < ofNewcomer) return undefined;
    const ofHeaviest = this.#held.get(heaviest) ?? [];
    if (this.#first === 'oldest') return ofHeaviest.values().next().value;
    if (most === ofNewcomer) return undefined;
    const shares = inOrder.get(heaviest) ?? [...ofHeaviest];
    inOrder.set(heaviest, shares);
    return shares.pop();
  }

  #release(held: Held): void {
    const ofParty = this.#held.get(held.party);
    if (ofParty?.delete(held) !== true) return;
    if (ofParty.size === 0) this.#held.delete(held.party);
    this.#tally.add(held.party, -held.amount);
  }
}
