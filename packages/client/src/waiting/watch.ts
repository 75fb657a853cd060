import type { HookwellClient } from '../client.ts';
import { HookwellError } from '../error.ts';
import { Limit, pause } from '../limit.ts';
import type { StreamState } from '../stream/state.ts';
import type { StreamedRequest } from '../view.ts';

export interface WatchOptions {
  /** How many milliseconds; 0 looks at what is stored alone. */
  milliseconds: number;
  /** The id that all of them are above; 0 for any. */
  after: number;
  signal: AbortSignal | undefined;
}

/** How long a function of the match may think on, once the time is over. */
const patience = 5000;

/**
 * How long the service may be silent in the last look, attempt by attempt: where the live stream died unheard,
 * the connections that are kept for further calls are dead as well, and each attempt uses up one of them.
 */
const silences = [500, 1500, 5000];

/** Why the live stream was left. */
const timeIsUp = Symbol('the time is up');

/** The time was over long ago and a function of the match had not answered yet. */
export class Undecided extends Error {
  static {
    Undecided.prototype.name = 'Undecided';
  }
}

/**
 * Shows `take` each captured request of an endpoint, oldest first, stored ones included, until it says that
 * this was enough, or the time is over. It ends with a look at what is stored by then, over a connection of
 * its own: nothing that was captured in time is missed because the live stream was lost or late.
 */
export class Watch {
  readonly #client: HookwellClient;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #take: (request: StreamedRequest) => Promise<boolean>;
  readonly #milliseconds: number;
  readonly #ends: number;
  #lastId: number;

  constructor(
    client: HookwellClient,
    token: string,
    { milliseconds, after, signal }: WatchOptions,
    take: (request: StreamedRequest) => Promise<boolean>,
  ) {
    this.#client = client;
    this.#token = token;
    this.#signal = signal;
    this.#take = take;
    this.#milliseconds = milliseconds;
    this.#ends = performance.now() + milliseconds;
    this.#lastId = after;
  }

  /**
   * Gives whether `take` had enough.
   * @throws HookwellError where the service will not have it, and where the last look failed
   * @throws Undecided, what `take` throws, and the signal's reason
   */
  async run(): Promise<boolean> {
    if (this.#milliseconds > 0 && (await this.#live())) return true;
    return await this.#lastLook();
  }

  /** Reads the live stream until the time is over. */
  async #live(): Promise<boolean> {
    const time = new Limit(this.#signal);
    void pause(this.#milliseconds, time.signal).then(() => time.abort(timeIsUp));
    try {
      const stream = this.#client.stream({ ...this.#selection(), signal: time.signal });
      for await (const request of stream) if (await this.#show(request)) return true;
    } catch (error) {
      if (error !== timeIsUp) throw error;
    } finally {
      time.end();
    }
    return false;
  }

  /** Reads on until the newest one that is stored now. */
  async #lastLook(): Promise<boolean> {
    let failures = 0;
    let newest = await this.#newest();
    while (newest !== undefined) {
      const before = this.#lastId;
      try {
        if (await this.#readUpTo(newest, silenceAfter(failures))) return true;
      } catch (error) {
        if (!(error instanceof HookwellError) || error.status !== 0) throw error;
        failures = this.#lastId > before ? 0 : failures + 1;
        if (failures === silences.length) throw error;
      }
      // None where it was deleted meanwhile.
      newest = await this.#newest(newest);
    }
    return false;
  }

  /** Gives whether `take` had enough; fails as soon as the connection does. */
  async #readUpTo(id: number, silence: number): Promise<boolean> {
    const stream = this.#client.stream({
      ...this.#selection(),
      signal: this.#signal,
      timeout: silence,
      heartbeatTimeout: silence,
      onState: failWhenLost,
    });
    for await (const request of stream) {
      // What came since then came too late.
      if (request.id > id) return false;
      if (await this.#show(request)) return true;
      if (request.id === id) break;
    }
    return false;
  }

  /** The highest id that is stored and was not shown yet, up to the given one. */
  async #newest(upTo?: number): Promise<number | undefined> {
    const before = upTo === undefined ? undefined : upTo + 1;
    const selection = { ...this.#selection(), before, limit: 1, view: 'summary' as const };
    for (let failures = 0; ; failures++) {
      try {
        const options = { ...selection, timeout: silenceAfter(failures), signal: this.#signal };
        return (await this.#client.requests.page(options)).items[0]?.id;
      } catch (error) {
        if (!isSilence(error) || failures + 1 === silences.length) throw error;
      }
    }
  }

  #selection() {
    return { endpoint: this.#token, after: this.#lastId === 0 ? undefined : this.#lastId };
  }

  /** Lets nobody wait for ever for a function that never answers. */
  async #show(request: StreamedRequest): Promise<boolean> {
    this.#lastId = request.id;
    const limit = new Limit(this.#signal);
    const milliseconds = Math.max(0, this.#ends - performance.now()) + patience;
    const tooLong = pause(milliseconds, limit.signal).then(() => {
      limit.signal.throwIfAborted();
      throw new Undecided(`Whether #${request.id} matches was not decided in time`);
    });
    try {
      return await Promise.race([this.#take(request), tooLong]);
    } finally {
      limit.end();
    }
  }
}

function silenceAfter(failures: number): number {
  return silences[failures] ?? 0;
}

function isSilence(error: unknown): boolean {
  if (!(error instanceof HookwellError && error.cause instanceof DOMException)) return false;
  return error.cause.name === 'TimeoutError';
}

function failWhenLost(state: StreamState): void {
  if (state.state === 'reconnecting') throw state.reason;
}
