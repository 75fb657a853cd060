import type { EndpointCalls } from '../calls/endpoints.ts';
import type { RequestCalls, StreamedRequest, StreamedSummary, Viewed } from '../calls/requests.ts';
import { HookwellError } from '../http/error.ts';
import { Limit, pause } from '../http/patience.ts';
import type { RequestStream, StreamOptions, StreamState } from '../stream/request-stream.ts';

export interface WatchOptions {
  /** The time of the watch; 0 looks at stored requests alone. */
  milliseconds: number;
  /** Only captured requests with a higher id count; 0 for any. */
  after: number;
  signal: AbortSignal | undefined;
  /** Only captured requests that match, by the service's verdict; `undefined` for all. */
  match?: string | undefined;
}

/** Gives whether the watch is over. */
type Take = (request: StreamedRequest) => Promise<boolean>;

/** A schema may go on for this long once the time is over. */
const longestJudgementMs = 5000;

/**
 * The longest silence of the service in the last look, attempt by attempt. If the live stream died unheard, the
 * kept connections are dead as well, and each attempt uses up one of them.
 */
const longestSilencesMs = [500, 1500, 5000];

/**
 * The last look may go on for this long: a wait of a second must not take as long as reading all stored requests. The service
 * looks at all of them and gives those that match, so it may be silent for as long meanwhile.
 */
const longestSearchMs = 5000;

/** The reason for leaving the live stream. */
const timeIsUp = Symbol('the time is up');

/** The time was over before all stored requests were read, or before a schema had judged them. */
export class Undecided extends Error {
  static {
    Undecided.prototype.name = 'Undecided';
  }
}

/**
 * Shows `take` each captured request of an endpoint, oldest first, stored ones included, until `take` has enough
 * or the time is over. The watch ends with a look at the requests that are stored by then, over a connection of
 * its own: no request that was captured in time is missed because the live stream was lost or late.
 */
export class Watch {
  readonly #client: WaitingClient;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #take: Take;
  readonly #milliseconds: number;
  readonly #match: string | undefined;
  readonly #ends: number;
  #lastId: number;
  #wasReached = false;

  constructor(
    client: WaitingClient,
    token: string,
    { milliseconds, after, signal, match }: WatchOptions,
    take: Take,
  ) {
    this.#client = client;
    this.#token = token;
    this.#signal = signal;
    this.#take = take;
    this.#milliseconds = milliseconds;
    this.#match = match;
    this.#ends = performance.now() + milliseconds;
    this.#lastId = after;
  }

  /** Whether the service has answered by now. */
  get wasReached(): boolean {
    return this.#wasReached;
  }

  /**
   * Gives whether `take` had enough. Rejects with the signal's reason once the signal is aborted.
   * @throws {HookwellError} if the service refuses the stream, or the last look failed
   * @throws {Undecided} if not all requests could be examined in time
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

  /** Reads on until the newest request that is stored now; after a wait only for a while. */
  async #lastLook(): Promise<boolean> {
    if (this.#milliseconds === 0) return await this.#readOn(await this.#newest());
    return await this.#within(longestSearchMs, async (signal) => {
      return await this.#readOn(await this.#newest(undefined, signal), signal);
    });
  }

  /** @throws {Undecided} if the reading takes longer than these milliseconds */
  async #within(
    milliseconds: number,
    read: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<boolean> {
    const time = new Limit(this.#signal);
    void pause(milliseconds, time.signal).then(() => time.abort(timeIsUp));
    try {
      return await read(time.signal);
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
        if (failures === longestSilencesMs.length) throw error;
      }
      // There is none if it was deleted meanwhile.
      newest = await this.#newest(newest, signal);
    }
    return false;
  }

  /** Gives whether `take` had enough. Fails as soon as the connection does. */
  async #readUpTo(id: number, silence: number, signal: AbortSignal | undefined): Promise<boolean> {
    const stream = this.#client.stream({
      ...this.#selection(),
      signal,
      timeout: silence,
      heartbeatTimeout: this.#match === undefined ? silence : longestSearchMs,
      onState: failWhenLost,
    });
    for await (const request of stream) {
      // Later requests came too late.
      if (request.id > id) return false;
      if (await this.#show(request)) return true;
      if (request.id === id) break;
    }
    return false;
  }

  /** The highest stored id that was not shown yet, up to the given one. */
  async #newest(upTo?: number, signal = this.#signal): Promise<number | undefined> {
    const before = upTo === undefined ? undefined : upTo + 1;
    return (await this.#page({ before, limit: 1 }, signal)).items[0]?.id;
  }

  /** The stored requests that were not shown yet, newest first, without bodies. */
  async #page(range: { before?: number | undefined; limit: number }, signal = this.#signal) {
    const selection = { ...this.#selection(), ...range, view: 'summary' as const };
    for (let failures = 0; ; failures++) {
      try {
        const options = { ...selection, timeout: silenceAfter(failures), signal };
        const page = await this.#client.requests.page(options);
        this.#wasReached = true;
        return page;
      } catch (error) {
        if (!isSilence(error) || failures + 1 === longestSilencesMs.length) throw error;
      }
    }
  }

  #selection() {
    const after = this.#lastId === 0 ? undefined : this.#lastId;
    return { endpoint: this.#token, after, match: this.#match };
  }

  /** Shows a request to `take`, and gives up a schema that never answers. */
  async #show(request: StreamedRequest): Promise<boolean> {
    this.#lastId = request.id;
    const limit = new Limit(this.#signal);
    const milliseconds = Math.max(0, this.#ends - performance.now()) + longestJudgementMs;
    const tooLong = pause(milliseconds, limit.signal).then(() => {
      limit.signal.throwIfAborted();
      throw new Undecided(`Whether #${request.id} counts was not decided in time`);
    });
    try {
      return await Promise.race([this.#take(request), tooLong]);
    } finally {
      limit.end();
    }
  }
}

function silenceAfter(failures: number): number {
  return longestSilencesMs[failures] ?? 0;
}

function isSilence(error: unknown): boolean {
  if (!(error instanceof HookwellError && error.cause instanceof DOMException)) return false;
  return error.cause.name === 'TimeoutError';
}

function failWhenLost(state: StreamState): void {
  if (state.state === 'reconnecting') throw state.reason;
}

/** The part of a HookwellClient that waiting and grading need. */
export interface WaitingClient {
  /** The timeout of waits that name none, in milliseconds. */
  readonly waitTimeout: number;
  readonly endpoints: Pick<EndpointCalls, 'settings' | 'deliveries' | 'delete'>;
  readonly requests: Pick<RequestCalls, 'page' | 'wire' | 'answer'>;
  stream(options: Viewed<StreamOptions, undefined>): RequestStream<StreamedRequest>;
  stream(options: Viewed<StreamOptions, 'summary'>): RequestStream<StreamedSummary>;
}
