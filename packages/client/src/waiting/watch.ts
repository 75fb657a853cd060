import type { StreamedRequest } from '../contract/view.ts';
import { HookwellError } from '../http/error.ts';
import { Limit, pause } from '../http/limit.ts';
import type { StreamState } from '../stream/request-stream.ts';
import type { WaitingClient } from './waiting-client.ts';

export interface WatchOptions {
  /** How many milliseconds; 0 looks at what is stored alone. */
  milliseconds: number;
  /** The id that all of them are above; 0 for any. */
  after: number;
  signal: AbortSignal | undefined;
}

/** Gives whether that was enough. The signal is aborted when nobody waits for what it says any more. */
type Take = (request: StreamedRequest, signal: AbortSignal) => Promise<boolean>;

/** How long a function of the match may think on, once the time is over. */
const patience = 5000;

/**
 * How long the service may be silent in the last look, attempt by attempt: where the live stream died unheard,
 * the connections that are kept for further calls are dead as well, and each attempt uses up one of them.
 */
const silences = [500, 1500, 5000];

/**
 * How long the last look may read on, in milliseconds, where more was stored than is read in a moment: whoever
 * waits for a second does not want to wait for all that was ever captured.
 */
const reading = 500;

/** So many captured requests, with so many bytes of bodies, are read in a moment. */
const aMoment = { requests: 1000, bytes: 1024 * 1024 };

/** Why the live stream was left. */
const timeIsUp = Symbol('the time is up');

/** The time was over and what is stored was not read, or not judged by a function of the match, to its end. */
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
  readonly #client: WaitingClient;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #take: Take;
  readonly #milliseconds: number;
  readonly #ends: number;
  #lastId: number;
  #wasReached = false;

  constructor(
    client: WaitingClient,
    token: string,
    { milliseconds, after, signal }: WatchOptions,
    take: Take,
  ) {
    this.#client = client;
    this.#token = token;
    this.#signal = signal;
    this.#take = take;
    this.#milliseconds = milliseconds;
    this.#ends = performance.now() + milliseconds;
    this.#lastId = after;
  }

  /** Whether the service has answered by now. */
  get wasReached(): boolean {
    return this.#wasReached;
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
      const stream = this.#client.stream({
        ...this.#selection(),
        signal: time.signal,
        onState: ({ state }) => {
          if (state === 'live') this.#wasReached = true;
        },
      });
      for await (const request of stream) if (await this.#show(request)) return true;
    } catch (error) {
      if (error !== timeIsUp) throw error;
    } finally {
      time.end();
    }
    return false;
  }

  /** Reads on until the newest one that is stored now; where that is much, not for long. */
  async #lastLook(): Promise<boolean> {
    const newest = await this.#newest();
    const isUnbounded = this.#milliseconds === 0 || newest === undefined;
    if (isUnbounded || (await this.#isReadInAMoment())) return await this.#readOn(newest);
    const time = new Limit(this.#signal);
    void pause(reading, time.signal).then(() => time.abort(timeIsUp));
    try {
      return await this.#readOn(newest, time.signal);
    } catch (error) {
      if (error !== timeIsUp) throw error;
      throw new Undecided('More is stored than could be read in time (a longer timeout would do)');
    } finally {
      time.end();
    }
  }

  async #readOn(upTo: number | undefined, signal = this.#signal): Promise<boolean> {
    let failures = 0;
    let newest = upTo;
    while (newest !== undefined) {
      const before = this.#lastId;
      try {
        if (await this.#readUpTo(newest, silenceAfter(failures), signal)) return true;
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
  async #readUpTo(id: number, silence: number, signal: AbortSignal | undefined): Promise<boolean> {
    const stream = this.#client.stream({
      ...this.#selection(),
      signal,
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

  /** Whether little is left: then it is read however slow everything is. */
  async #isReadInAMoment(): Promise<boolean> {
    const { items, next } = await this.#page({ limit: aMoment.requests });
    // How large a compressed body becomes is not known before.
    const sizes = items.map(({ bodySize, headers }) => {
      return 'content-encoding' in headers ? aMoment.bytes : bodySize;
    });
    return next === undefined && sizes.reduce((sum, size) => sum + size, 0) <= aMoment.bytes;
  }

  /** The highest id that is stored and was not shown yet, up to the given one. */
  async #newest(upTo?: number): Promise<number | undefined> {
    const before = upTo === undefined ? undefined : upTo + 1;
    return (await this.#page({ before, limit: 1 })).items[0]?.id;
  }

  /** What is stored and was not shown yet, newest first, without bodies. */
  async #page(range: { before?: number | undefined; limit: number }) {
    const selection = { ...this.#selection(), ...range, view: 'summary' as const };
    for (let failures = 0; ; failures++) {
      try {
        const options = { ...selection, timeout: silenceAfter(failures), signal: this.#signal };
        const page = await this.#client.requests.page(options);
        this.#wasReached = true;
        return page;
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
      return await Promise.race([this.#take(request, limit.signal), tooLong]);
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
