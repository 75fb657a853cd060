import type { NewCapture } from '../capture-log/captures.ts';
import { sizeOf } from '../capture-log/size-limit.ts';
import { StoreFull } from '../database/errors.ts';
import type { Parts } from '../parts.ts';
import { guestRowBytes, measureGuests, unknownNetwork } from './guest-measurement.ts';
import { GuestUsage } from './guest-usage.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';

/** Guests are measured so often while they capture. */
const measureIntervalMs = 1000;
/** The account of a refused endpoint is looked up so often at most: its guest may have registered meanwhile. */
const lookUpIntervalMs = 100;
/** A measurement that takes long is followed by a pause of so many times its duration. */
const pauseFactor = 20;

/** The limits of the guests' space are worth this many guests a network: an office behind one address fits. */
const guestsOfANetwork = 20;
const leastNetworkBytes = 1024 * 1024 * 1024;

/** The space that guests may fill. */
export interface GuestLimits {
  /** All guests together. */
  allBytes: number;
  /** Those of one network: an IPv4 address, or the /64 of an IPv6 one. */
  networkBytes: number;
  /** The part of the whole store above which guests store nothing more. */
  storeShare: number;
}

/**
 * If the store has a bound, guests have half of it and those of one network half of that. Its last tenth is
 * kept for registered accounts, whichever accounts filled the rest. Without a bound only networks are limited.
 */
export function guestLimitsOf({
  maxStoreBytes = Number.POSITIVE_INFINITY,
  plans,
}: Pick<Parts['config'], 'maxStoreBytes' | 'plans'>): GuestLimits {
  const allBytes = maxStoreBytes / 2;
  const forGuests = Math.max(guestsOfANetwork * plans.free.bytes, leastNetworkBytes);
  return { allBytes, networkBytes: Math.min(forGuests, allBytes / 2), storeShare: 0.9 };
}

/** The space of all guests, or of one network, is full. Answered 507. */
export class GuestSpaceFull extends StoreFull {
  override name = 'GuestSpaceFull';
}

interface GuestSpaceParts {
  store: Pick<Parts['store'], 'db' | 'usedShare'>;
  endpoints: Pick<KnownEndpoints, 'lookUp'>;
  limits: GuestLimits;
  log: Parts['log'];
}

/** Room in the space for guests, for one capture. */
interface GuestRoom {
  network: string;
  bytes: number;
}

/** The room that captures of registered accounts need. */
const noRoom: GuestRoom = { network: unknownNetwork, bytes: 0 };

/**
 * Bounds the bytes that guests store: guests are anonymous, and one person can be many of them. The figures are
 * in memory, so that a capture costs no query. They are exact for the captures of this node; those of other
 * nodes are seen with the next measurement, so each node may exceed the limits by its captures of a second.
 */
export class GuestSpace {
  readonly #parts: GuestSpaceParts;
  readonly #usage = new GuestUsage();
  #measuring: Promise<void> | undefined;
  /** The end of the latest measurement, by `performance.now()`. */
  #measuredAt = Number.NEGATIVE_INFINITY;
  /** The earliest beginning of the next one. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: GuestSpaceParts) {
    this.#parts = parts;
  }

  /**
   * Takes room for a capture if the known figures allow it, or if it is not a guest's; else `takeByNewerFigures` may.
   * `settle` must follow once the store has answered.
   */
  takeAtOnce(endpoint: KnownEndpoint, capture: NewCapture): GuestRoom | undefined {
    const { guestNetwork } = endpoint;
    if (guestNetwork === undefined) return noRoom;
    const bytes = sizeOf(capture) + guestRowBytes;
    if (this.#measuredAt < 0 || !this.#fits(guestNetwork, bytes)) return undefined;
    this.#measureSoon();
    return this.#take(guestNetwork, bytes);
  }

  /** @throws {GuestSpaceFull} if there is no room */
  async takeByNewerFigures(endpoint: KnownEndpoint, capture: NewCapture): Promise<GuestRoom> {
    const bytes = sizeOf(capture) + guestRowBytes;
    if (this.#measuredAt < 0) await this.#measure();
    this.#measureSoon();
    if (!this.#fits(endpoint.guestNetwork, bytes)) await this.#lookAgain(endpoint);
    const network = endpoint.guestNetwork;
    // The guest has become part of a registered account.
    if (network === undefined) return noRoom;
    if (!this.#fits(network, bytes)) throw new GuestSpaceFull('The space for guests is full');
    return this.#take(network, bytes);
  }

  #take(network: string, bytes: number): GuestRoom {
    this.#usage.take(network, bytes);
    return { network, bytes };
  }

  /** Notes whether the capture for which room was taken is stored. */
  settle({ network, bytes }: GuestRoom, isStored: boolean): void {
    if (bytes > 0) this.#usage.settle(network, bytes, isStored);
  }

  #fits(network: string | undefined, bytes: number): boolean {
    const { limits, store } = this.#parts;
    if (this.#usage.all + bytes > limits.allBytes) return false;
    if (store.usedShare() > limits.storeShare) return false;
    if (network === undefined || network === unknownNetwork) return true;
    return this.#usage.of(network) + bytes <= limits.networkBytes;
  }

  /** Reads the figures and the endpoint's account anew, so that old ones refuse no capture. */
  async #lookAgain(endpoint: KnownEndpoint): Promise<void> {
    const now = performance.now();
    if (now >= this.#nextAt) await this.#measure();
    if (now - endpoint.readAt < lookUpIntervalMs) return;
    endpoint.readAt = now;
    await this.#parts.endpoints.lookUp(endpoint.token);
  }

  #measureSoon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#measure().catch((error: unknown) => {
          this.#parts.log.debug({ err: error }, 'The space that guests take could not be measured');
        });
      },
      Math.max(0, this.#nextAt - performance.now()),
    ).unref();
  }

  /** Measures once for all callers that wait at the same time. */
  #measure(): Promise<void> {
    this.#measuring ??= this.#read().finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    this.#usage.measuring();
    this.#usage.measured(await measureGuests(this.#parts.store.db));
    this.#measuredAt = performance.now();
    this.#nextAt =
      this.#measuredAt + Math.max(measureIntervalMs, (this.#measuredAt - began) * pauseFactor);
  }

  /** Ends measuring. Further captures go by the last figures. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
