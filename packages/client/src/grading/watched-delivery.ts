import type { DeliveryAttempt } from '../contract/types.ts';
import { HookwellError } from '../http/error.ts';
import { pause } from '../http/limit.ts';
import { Bell } from './bell.ts';
import type { GradingClient } from './grading-client.ts';

/** Between two looks, in milliseconds: the least if requests come, else from the usual time on up to the longest. */
const soonestMs = 100;
const usualMs = 500;
const latestMs = 15_000;
/** The longest silence of the service in one look. */
const longestSilenceMs = 10_000;

/**
 * The one delivery that the requests of an endpoint make while it is graded. The live stream tells when to look again;
 * looks at times of their own see what comes in no stream: hang-ups, and requests while the stream is lost.
 */
export class WatchedDelivery {
  readonly #client: GradingClient;
  readonly #token: string;
  readonly #after: number;
  readonly #signal: AbortSignal;
  readonly #bell = new Bell();
  #attempts: readonly DeliveryAttempt[] = [];
  #changedAt = performance.now();
  /** The duration of the last look, in milliseconds: a sender that hammers makes many attempts to read. */
  #lookMs = 0;

  /** @param after the id of the newest request that does not belong to it */
  constructor(client: GradingClient, token: string, after: number, signal: AbortSignal) {
    this.#client = client;
    this.#token = token;
    this.#after = after;
    this.#signal = signal;
    void this.#listen();
  }

  /** The attempts of the last look, oldest first. */
  get attempts(): readonly DeliveryAttempt[] {
    return this.#attempts;
  }

  /** The time by the clock of the service, in milliseconds since 1970, as far as its requests tell: never ahead. */
  get now(): number {
    const newest = this.#attempts.at(-1);
    if (newest === undefined) return Number.NEGATIVE_INFINITY;
    return Date.parse(newest.receivedAt) + (performance.now() - this.#changedAt);
  }

  /**
   * Reads the attempts that there are.
   * @param isLast whether this look must succeed
   * @throws {HookwellError} if the service refuses, and in the last look also if it is away
   */
  async look(isLast: boolean): Promise<void> {
    const began = performance.now();
    const call = { signal: this.#signal, timeout: longestSilenceMs, retries: isLast ? 2 : 0 };
    try {
      const { items } = await this.#client.endpoints.deliveries(this.#token, { ...call, limit: 1 });
      this.#take(items[0]?.attempts ?? []);
    } catch (error) {
      if (isLast || !isPassing(error)) throw error;
    } finally {
      this.#lookMs = performance.now() - began;
    }
  }

  /** Resolves when it is time to look again, after this many milliseconds at the latest. */
  async rest(mostMs: number): Promise<void> {
    // The longer nothing happens, the more seldom it looks.
    const quietMs = performance.now() - this.#changedAt;
    const leastMs = Math.min(mostMs, latestMs, Math.max(soonestMs, this.#lookMs * 3));
    const restMs = Math.min(mostMs, Math.max(usualMs, Math.min(latestMs, quietMs / 4)));
    await pause(leastMs, this.#signal);
    await this.#bell.wait(Math.max(0, restMs - leastMs), this.#signal);
  }

  #take(attempts: readonly DeliveryAttempt[]): void {
    const [first] = attempts;
    // Until its first attempt there, the newest delivery is one from before.
    if (first === undefined || first.id <= this.#after) return;
    const isNew = attempts.at(-1)?.id !== this.#attempts.at(-1)?.id;
    this.#attempts = attempts;
    if (isNew) this.#changedAt = performance.now();
  }

  async #listen(): Promise<void> {
    const selection = { endpoint: this.#token, after: this.#after, view: 'summary' as const };
    try {
      const stream = this.#client.stream({ ...selection, signal: this.#signal });
      for await (const _ of stream) this.#bell.ring();
    } catch {
      // The end of the grade ends the stream. If the service refuses the stream, it refuses the looks as well.
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof HookwellError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}
