import type { RefusedReason } from '@hookwell/core/api';
import { type Share, Shares } from '../fairness/shares.ts';

/** A request that was not stored. */
export interface RefusedRequest {
  /** The token of the endpoint that it names; whether there is one is found out when it is written. */
  token: string;
  /** The time, in milliseconds since 1970. */
  at: number;
  reason: RefusedReason;
  /** Undefined if it was not answered. */
  status: number | undefined;
  /** Empty if it could not be read. */
  method: string;
  network: string;
}

/** What is noted of the first of alike ones. */
export interface RefusedDetails {
  detail: string | undefined;
  path: string | undefined;
  ipAddress: string;
  /** The bytes of its body, as far as they are known. */
  bytes: number | undefined;
}

/** Alike ones within a minute. */
export interface AlikeRefusals extends RefusedRequest, RefusedDetails {
  count: number;
}

interface Waiting extends AlikeRefusals {
  readonly party: number;
  readonly key: string;
  share: Share | undefined;
}

/** Alike ones are counted together for so long after the first. */
export const alikeForMs = 60_000;

/** So many rows wait to be written, on one node. Each takes about 700 bytes. */
const mostWaitingRows = 4000;

/**
 * The refusals that are not written yet. Parties share the room (`fairness/parties.ts`): without enough of it, the oldest of
 * whoever has most are forgotten. They are written in turn, one of each party after the other, so that a flood of one party
 * keeps none of another's back.
 */
export class WaitingRefusals {
  readonly #shares = new Shares(mostWaitingRows);
  /** The oldest first; the party that had its turn last stands last. */
  readonly #byParty = new Map<number, Set<Waiting>>();
  /** The one of each kind that further ones are counted in. */
  readonly #open = new Map<string, Waiting>();

  get isEmpty(): boolean {
    return this.#byParty.size === 0;
  }

  /** The number of rows that wait or are being written. */
  get size(): number {
    return this.#shares.held;
  }

  /** @param details are asked for only if it is the first of its kind */
  add(party: number, refused: RefusedRequest, details: () => RefusedDetails): void {
    const { token, at, reason, status, method, network } = refused;
    const key = `${token} ${reason} ${status} ${method} ${network}`;
    const open = this.#open.get(key);
    if (open !== undefined && isWithin(open, at)) {
      open.count += 1;
      return;
    }
    const waiting: Waiting = {
      ...refused,
      ...details(),
      ...{ count: 1, party, key, share: undefined },
    };
    waiting.share = this.#shares.take(party, 1, () => this.#leave(waiting));
    if (waiting.share === undefined) return;
    this.#open.set(key, waiting);
    this.#enter(waiting);
  }

  /** What comes from now on for these tokens is not counted with what came before, which was cleared. */
  countAnew(tokens: ReadonlySet<string>): void {
    for (const [key, { token }] of this.#open) if (tokens.has(token)) this.#open.delete(key);
  }

  /** Takes out so many at most, to write them. `written` or `giveBack` must follow. */
  take(most: number): Waiting[] {
    const taken: Waiting[] = [];
    while (taken.length < most && this.#byParty.size > 0) {
      for (const [party, waiting] of [...this.#byParty].slice(0, most - taken.length)) {
        const [oldest] = waiting;
        if (oldest !== undefined) taken.push(oldest);
        // Whoever has more stands last from now on.
        this.#byParty.delete(party);
        if (oldest !== undefined) waiting.delete(oldest);
        if (waiting.size > 0) this.#byParty.set(party, waiting);
      }
    }
    for (const one of taken) this.#close(one);
    return taken;
  }

  written(taken: readonly Waiting[]): void {
    for (const { share } of taken) share?.release();
  }

  /** Puts back what could not be written, before all others. Those that came meanwhile are counted with it. */
  giveBack(taken: readonly Waiting[]): void {
    // One without a share gave way meanwhile.
    const kept = taken.filter(({ share }) => share !== undefined);
    for (const one of kept) this.#countNewer(one);
    for (const party of new Set(kept.map((one) => one.party))) {
      const ofParty = kept.filter((one) => one.party === party);
      this.#byParty.set(party, new Set([...ofParty, ...(this.#byParty.get(party) ?? [])]));
    }
  }

  #countNewer(one: Waiting): void {
    const newer = this.#open.get(one.key);
    if (newer !== undefined && isWithin(one, newer.at)) {
      one.count += newer.count;
      newer.share?.release();
      this.#leave(newer);
    }
    if (!this.#open.has(one.key)) this.#open.set(one.key, one);
  }

  #enter(waiting: Waiting): void {
    const ofParty = this.#byParty.get(waiting.party);
    if (ofParty === undefined) this.#byParty.set(waiting.party, new Set([waiting]));
    else ofParty.add(waiting);
  }

  #leave(waiting: Waiting): void {
    waiting.share = undefined;
    this.#close(waiting);
    const ofParty = this.#byParty.get(waiting.party);
    ofParty?.delete(waiting);
    if (ofParty?.size === 0) this.#byParty.delete(waiting.party);
  }

  #close(waiting: Waiting): void {
    if (this.#open.get(waiting.key) === waiting) this.#open.delete(waiting.key);
  }
}

/** Whether one at this time is counted together with those. */
export function isWithin({ at }: { at: number }, time: number): boolean {
  return Math.abs(time - at) < alikeForMs;
}
