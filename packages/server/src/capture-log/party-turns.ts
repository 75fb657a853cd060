import type { AppendedCapture, NewCapture } from './captures.ts';

/** The bytes of all bodies of a group, unless it has only one. */
export const mostGroupBytes = 2 * 1024 * 1024;
/** The number of parties whose turns are remembered. */
const mostRememberedParties = 1000;

/** A capture that waits for its group, and who is told of its end. */
export interface WaitingCapture {
  capture: NewCapture;
  resolve: (appended: AppendedCapture | undefined) => void;
  reject: (error: Error) => void;
}

/**
 * The order in which captures of several parties (`fairness/parties.ts`) take turns: each has one capture in a round, and in a
 * round the captures that fit into a group with others go first.
 */
export class PartyTurns {
  #round = 0;
  readonly #lastRounds = new Map<number, number>();
  readonly #rounds = new WeakMap<WaitingCapture, number>();

  /**
   * Puts a capture in its place. The captures of one party stay in their order, but for one that was pipelined: it stays behind
   * those before it on its connection, which may be of others, and holds up none of its party on other connections.
   */
  insert(waiting: WaitingCapture[], added: WaitingCapture): void {
    const { isPipelined } = added.capture;
    const party = partyOf(added);
    const last = isPipelined ? waiting.at(-1) : undefined;
    const turn = Math.max(this.#round, (this.#lastRounds.get(party) ?? -1) + 1);
    this.#lastRounds.set(party, turn);
    this.#rounds.set(added, Math.max(turn, (last && this.#rounds.get(last)) ?? 0));
    let place = waiting.length;
    if (!isPipelined) while (place > 0 && this.#goesBefore(added, waiting[place - 1])) place--;
    waiting.splice(place, 0, added);
  }

  taken(group: readonly WaitingCapture[]): void {
    // Those behind it waited in the order in which they came, and took no turn.
    const last = group.findLast((waiting) => this.#rounds.has(waiting));
    if (last !== undefined) this.#round = Math.max(this.#round, this.#rounds.get(last) ?? 0);
    if (this.#lastRounds.size > mostRememberedParties) this.#forgetOthers();
  }

  /** Parties that have had no turn lately begin with this round, as if they were new. */
  #forgetOthers(): void {
    for (const [party, round] of this.#lastRounds) {
      if (round < this.#round) this.#lastRounds.delete(party);
    }
  }

  #goesBefore(one: WaitingCapture, other: WaitingCapture | undefined): boolean {
    if (other === undefined) return false;
    const difference = (this.#rounds.get(one) ?? 0) - (this.#rounds.get(other) ?? 0);
    if (difference !== 0) return difference < 0;
    return fitsBesideOthers(one) && !fitsBesideOthers(other);
  }
}

/** Whether the capture may share a group with others. */
export function fitsBesideOthers({ capture }: WaitingCapture): boolean {
  return capture.bodySize <= mostGroupBytes;
}

/** Whose turn the capture takes. */
export function partyOf({ capture: { party, endpointId } }: WaitingCapture): number {
  return party ?? endpointId;
}
