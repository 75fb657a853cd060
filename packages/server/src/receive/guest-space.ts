import type { NewCapture } from '../capture-log/capture-log.ts';
import { sizeOf } from '../capture-log/size-limit.ts';
import { StoreFull } from '../database/errors.ts';
import type { Parts } from '../parts.ts';
import type { Store } from '../store/store.ts';
import { guestRowBytes, readGuestBytes, unknownNetwork } from './guest-measurement.ts';
import type { GuestLimits } from './guest-limits.ts';
import { GuestUsage } from './guest-usage.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';

/** Milliseconds between two looks at what guests hold, of which there are none while they capture nothing. */
const measureEvery = 1_000;
/** Milliseconds between two looks at whose a refused endpoint is: its guest may have registered meanwhile. */
const lookEvery = 100;
/** A measurement that takes long is followed by so many times its duration without one. */
const restFactor = 20;

/** Guests hold all that they may, together or those of one network. Answered 507. */
export class GuestSpaceFull extends StoreFull {
  override name = 'GuestSpaceFull';
}

interface GuestSpaceParts {
  store: Pick<Store, 'db' | 'usedShare'>;
  endpoints: Pick<KnownEndpoints, 'lookUp'>;
  limits: GuestLimits;
  log: Parts['log'];
}

/**
 * Bounds what guests store: nobody knows them, and anybody can be many. The figures are in memory, so that
 * a capture costs no query: exact for what this node stores; what other nodes store is seen with the
 * next measurement, so each of them may go beyond the limits by what it captures in a second.
 */
export class GuestSpace {
  readonly #parts: GuestSpaceParts;
  readonly #usage = new GuestUsage();
  #measuring: Promise<void> | undefined;
  /** When the latest measurement ended, and from when on the next may begin. */
  #measuredAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: GuestSpaceParts) {
    this.#parts = parts;
  }

  /**
   * Stores a capture of an endpoint that was a guest's when it was looked up, by `append`: at once where what is
   * known allows it. Rejects with GuestSpaceFull.
   */
  async append(
    endpoint: KnownEndpoint,
    capture: NewCapture,
    append: (capture: NewCapture) => Promise<number | undefined>,
  ): Promise<number | undefined> {
    const bytes = sizeOf(capture) + guestRowBytes;
    if (this.#measuredAt < 0) await this.#measure();
    this.#measureSoon();
    if (!this.#fits(endpoint.guestNetwork, bytes)) await this.#lookAgain(endpoint);
    const network = endpoint.guestNetwork;
    // It has become part of a registered account.
    if (network === undefined) return await append(capture);
    if (!this.#fits(network, bytes)) throw new GuestSpaceFull('Guests hold all that they may');
    this.#usage.take(network, bytes);
    let id: number | undefined;
    try {
      id = await append(capture);
      return id;
    } finally {
      this.#usage.settle(network, bytes, id !== undefined);
    }
  }

  #fits(network: string | undefined, bytes: number): boolean {
    const { limits, store } = this.#parts;
    if (this.#usage.all + bytes > limits.together) return false;
    if (store.usedShare() > limits.storeShare) return false;
    if (network === undefined || network === unknownNetwork) return true;
    return this.#usage.of(network) + bytes <= limits.perNetwork;
  }

  /** Nobody is refused for what was true more than a moment ago. */
  async #lookAgain(endpoint: KnownEndpoint): Promise<void> {
    const now = performance.now();
    if (now >= this.#nextAt) await this.#measure();
    if (now - endpoint.readAt < lookEvery) return;
    endpoint.readAt = now;
    await this.#parts.endpoints.lookUp(endpoint.token);
  }

  #measureSoon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#measure().catch((error: unknown) => {
          this.#parts.log.debug({ err: error }, 'What guests hold could not be measured');
        });
      },
      Math.max(0, this.#nextAt - performance.now()),
    ).unref();
  }

  /** One at a time, for all that ask. */
  #measure(): Promise<void> {
    this.#measuring ??= this.#read().finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    this.#usage.measuring();
    this.#usage.measured(await readGuestBytes(this.#parts.store.db));
    this.#measuredAt = performance.now();
    this.#nextAt =
      this.#measuredAt + Math.max(measureEvery, (this.#measuredAt - began) * restFactor);
  }

  /** Measures no more. What is still captured goes by the figures that there are. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
