import type { HttpRequest } from '../connections/exchange.ts';
import { bytesOf } from '../connections/pipelined-requests.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import { type Share, Shares } from '../fairness/shares.ts';

/** A request waits for its decision for so long at most, so that its sender is answered. */
export const mostWaitMs = 5000;
/** The same once its sender has closed its side: it may still read an answer (RFC 9112, 9.6), but most that do are gone. */
const endedWaitMs = 500;
/** The same once the server stops, so that it ends in time. */
const stoppingWaitMs = 1000;

/** One for all: making an error takes longer than most requests wait. */
const tooLong = new Overloaded('The request waited for too long, or too many waited');

/** A request that waits. */
export interface WaitingRequest {
  /** Aborted when the request has to give way. */
  readonly signal: AbortSignal;
  giveWay(): void;
  /**
   * The result of work that goes on whether the request waits for it or not.
   * @throws {Overloaded} once the request has to give way
   */
  for<Result>(work: Promise<Result>): Promise<Result>;
  /** It waits no more. */
  leave(): void;
}

/**
 * The whole requests that wait for something else than their commit, mostly for a decision about their answer. Their bodies and heads
 * hold room that parties share (`fairness/parties.ts`), so that they never fill the memory of bodies in flight. One whose
 * sender has gone gives way, and so does any after a while.
 */
export class WaitingRequests {
  readonly #shares: Shares;
  readonly #all = new Set<{ limit(waitMs: number): void }>();
  #stopsAtMs = Number.POSITIVE_INFINITY;

  constructor(mostBytes: number) {
    this.#shares = new Shares(mostBytes);
  }

  /** The bytes that they hold. */
  get held(): number {
    return this.#shares.held;
  }

  /** From now on none waits for long. */
  stop(): void {
    this.#stopsAtMs = performance.now() + stoppingWaitMs;
    for (const waiting of this.#all) waiting.limit(stoppingWaitMs);
  }

  /** Room for a request that waits for those before it on its connection; undefined if there is none. */
  hold(
    party: number,
    request: HttpRequest,
    bodySize: number,
    giveWay: () => void,
  ): Share | undefined {
    return this.#shares.take(party, bytesOf(request) + bodySize, giveWay);
  }

  /** A request waits for a decision. */
  enter(party: number, request: HttpRequest, bodySize: number): WaitingRequest {
    const { socket } = request;
    const controller = new AbortController();
    const { promise: gaveWay, reject: fail } = Promise.withResolvers<never>();
    gaveWay.catch(() => {});
    const giveWay = (): void => {
      leave();
      controller.abort(tooLong);
      fail(tooLong);
    };
    const limit = (waitMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(giveWay, waitMs);
    };
    const ended = (): void => limit(endedWaitMs);
    const leave = (): void => {
      clearTimeout(timer);
      socket.off('end', ended).off('close', giveWay);
      this.#all.delete(waiting);
      share?.release();
    };
    const waiting = {
      signal: controller.signal,
      giveWay,
      for: <Result>(work: Promise<Result>) => Promise.race([work, gaveWay]),
      leave,
      limit,
    };
    let timer: NodeJS.Timeout | undefined;
    const share = this.hold(party, request, bodySize, giveWay);
    const leftMs = Math.min(
      socket.readableEnded ? endedWaitMs : mostWaitMs,
      this.#stopsAtMs - performance.now(),
    );
    if (share === undefined || socket.destroyed || leftMs <= 0) giveWay();
    else {
      this.#all.add(waiting);
      limit(leftMs);
      // A connection may have any number of requests that wait.
      if (socket.getMaxListeners() !== 0) socket.setMaxListeners(0);
      socket.once('end', ended).once('close', giveWay);
    }
    return waiting;
  }
}
