import { isGuest, type OfSomeKind } from '../account-kind.ts';
import { remember } from './remember.ts';

/** The parts of an account that tell for whom it counts. */
interface CountedAccount extends OfSomeKind {
  id: number;
  plan: string;
  status: string;
  guest_network: string | null;
}

/** So many accounts and networks are remembered; those that were noted first are forgotten. */
const mostRemembered = 100_000;

/** So many networks of IPv6 (/64) stand alone of each /48, which one customer may have; the others of it count as one. */
const mostOfLargeNetwork = 16;

/**
 * The parties that share time and memory: a registered account is one by itself, and all guests of one network are one
 * together, since one person can be many guests. A party is a number: the id of an account, or one below 0 for a network.
 */
export class Parties {
  readonly #ofGuest = new Map<number, number>();
  readonly #ofNetwork = new Map<string, number>();
  /** The networks of IPv6 that stand alone, by the large one that they are part of. */
  readonly #ofLarge = new Map<string, number>();
  #last = 0;

  /** Notes whose work an account's is; before it is noted, and without a network, it counts for itself. */
  note(accountId: number, network: string | undefined): void {
    if (!network) this.#ofGuest.delete(accountId);
    else remember(this.#ofGuest, accountId, this.ofNetwork(network), mostRemembered);
  }

  noteAccount(account: CountedAccount): void {
    this.note(account.id, isFreeGuest(account) ? (account.guest_network ?? undefined) : undefined);
  }

  of(accountId: number): number {
    return this.#ofGuest.get(accountId) ?? accountId;
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
export function isFreeGuest(account: Omit<CountedAccount, 'id' | 'guest_network'>) {
  return isGuest(account) && (account.plan === 'free' || account.status === 'canceled');
}
