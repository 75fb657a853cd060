import { isGuest, kindOf, type OfSomeKind } from '../account-kind.ts';
import { remember } from './remember.ts';

/** The parts of an account that tell for whom it counts. */
interface CountedAccount extends OfSomeKind {
  id: number;
  plan: string;
  status: string;
  guest_network: string | null;
  founder_id: number | null;
}

/** What an account counts with: all guests of a network, or another account. */
export interface CountsWith {
  network?: string | undefined;
  founder?: number | undefined;
}

type PlannedAccount = Omit<CountedAccount, 'id' | 'guest_network' | 'founder_id'>;

/** So many accounts and networks are remembered; those that were noted first are forgotten. */
const mostRemembered = 100_000;

/** So many networks of IPv6 (/64) stand alone of each /48, which one customer may have; the others of it count as one. */
const mostOfLargeNetwork = 16;

/**
 * The parties that share time and memory: a registered account is one by itself, with the free teams that it founded, and
 * all guests of one network are one together, since one person can be many guests and teams. A party is a number: the id of an account, or one below 0 for a network.
 */
export class Parties {
  /** Of guests and free teams. */
  readonly #ofAccount = new Map<number, number>();
  readonly #ofNetwork = new Map<string, number>();
  /** The networks of IPv6 that stand alone, by the large one that they are part of. */
  readonly #ofLarge = new Map<string, number>();
  #last = 0;

  /** Notes whose work an account's is; before it is noted, and without anything here, it counts for itself. */
  note(accountId: number, { network, founder }: CountsWith): void {
    const party = network ? this.ofNetwork(network) : founder;
    if (party === undefined) this.#ofAccount.delete(accountId);
    else remember(this.#ofAccount, accountId, party, mostRemembered);
  }

  noteAccount(account: CountedAccount): void {
    const { id, guest_network, founder_id } = account;
    this.note(id, {
      network: isFreeGuest(account) ? (guest_network ?? undefined) : undefined,
      founder: isFreeTeam(account) ? (founder_id ?? undefined) : undefined,
    });
  }

  of(accountId: number): number {
    return this.#ofAccount.get(accountId) ?? accountId;
  }

  ofNetwork(network: string): number {
    const known = this.#ofNetwork.get(network);
    if (known !== undefined) return known;
    const large = largeNetworkOf(network);
    if (large !== undefined) {
      const ofLarge = this.#ofLarge.get(large) ?? 0;
      if (ofLarge === mostOfLargeNetwork) return this.ofNetwork(large);
      remember(this.#ofLarge, large, ofLarge + 1, mostRemembered);
    }
    this.#last -= 1;
    remember(this.#ofNetwork, network, this.#last, mostRemembered);
    return this.#last;
  }
}

/** The /48 of a /64 of IPv6 (`2001:db8:1::/48` of `2001:db8:1:2::/64`); undefined for other networks. */
function largeNetworkOf(network: string): string | undefined {
  const groups = /^((?:[\da-f]+:){3})[\da-f]+(?:::\/64)?$/i.exec(network)?.[1];
  return groups && `${groups}:/48`;
}

/** A guest that has paid is no free guest: it stands alone, and has the space that it bought. */
export function isFreeGuest(account: PlannedAccount): boolean {
  return isGuest(account) && isFree(account);
}

/** One person may found many teams: those that pay for nothing count with them. */
function isFreeTeam(account: PlannedAccount): boolean {
  return kindOf(account) === 'team' && isFree(account);
}

function isFree({ plan, status }: PlannedAccount): boolean {
  return plan === 'free' || status === 'canceled';
}
