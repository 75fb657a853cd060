import type { Parts } from '../parts.ts';

/** What guests may hold, in bytes. */
export interface GuestLimits {
  /** All together. */
  together: number;
  /** Those of one network: an IPv4 address, or the /64 of an IPv6 one. */
  perNetwork: number;
  /** The part of the whole store above which guests store nothing more. */
  storeShare: number;
}

/** A network is worth this many guests; an office behind one address must not notice. */
const guestsOfANetwork = 20;
const leastOfANetwork = 2 ** 30;

/**
 * With a bound for the store, guests have half of it, those of one network half of that; its last tenth
 * is kept for registered accounts, whoever filled the rest. Without one only the networks are bounded.
 */
export function guestLimitsOf({
  maxStoreBytes = Number.POSITIVE_INFINITY,
  plans,
}: Pick<Parts['config'], 'maxStoreBytes' | 'plans'>): GuestLimits {
  const together = maxStoreBytes / 2;
  const perNetwork = Math.max(guestsOfANetwork * plans.free.bytes, leastOfANetwork);
  return { together, perNetwork: Math.min(perNetwork, together / 2), storeShare: 0.9 };
}
