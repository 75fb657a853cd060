import type { HttpRequest } from '../connections/exchange.ts';
import { Overloaded } from '../fairness/overloaded.ts';

/** A request waits for its evaluation for so long at most, so that its sender is answered. */
export const maxWaitMs = 5000;
/** The same once its sender has closed its side: it may still read an answer (RFC 9112, 9.6), but most that do are gone. */
const endedWaitMs = 500;
/** The same once the server stops, so that it ends in time. */
const stoppingWaitMs = 1000;

/** One for all: making an error takes longer than most requests wait. */
const tooLong = new Overloaded('The request waited for too long');

/** A request that waits. */
export interface WaitingRequest {
  /** Aborted when the request waits no more. */
  readonly signal: AbortSignal;
  /**
   * The result of work that goes on whether the request waits for it or not.
   * @throws {Overloaded} once the request has waited for too long, or its sender has gone
   */
  for<Result>(work: Promise<Result>): Promise<Result>;
  /** It waits no more. */
  leave(): void;
}

/** The whole requests that wait for something else than their commit, mostly for their evaluation. */
export class WaitingRequests {
  readonly #all = new Set<(waitMs: number) => void>();
  #stopsAtMs = Number.POSITIVE_INFINITY;

  /** From now on none waits for long. */
  stop(): void {
    this.#stopsAtMs = performance.now() + stoppingWaitMs;
    for (const limit of this.#all) limit(stoppingWaitMs);
  }

  enter({ socket }: HttpRequest): WaitingRequest {
    const controller = new AbortController();
    const { promise: givenUp, reject: fail } = Promise.withResolvers<never>();
    givenUp.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      socket.off('end', ended).off('close', giveUp);
      this.#all.delete(limit);
    };
    const giveUp = (): void => {
      leave();
      controller.abort(tooLong);
      fail(tooLong);
    };
    const limit = (waitMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, waitMs);
    };
    const ended = (): void => limit(endedWaitMs);
    const leftMs = Math.min(
      socket.readableEnded ? endedWaitMs : maxWaitMs,
      this.#stopsAtMs - performance.now(),
    );
    if (socket.destroyed || leftMs <= 0) giveUp();
    else {
      this.#all.add(limit);
      limit(leftMs);
      // A connection may have any number of requests that wait.
      if (socket.getMaxListeners() !== 0) socket.setMaxListeners(0);
      socket.once('end', ended).once('close', giveUp);
    }
    return {
      signal: controller.signal,
      for: <Result>(work: Promise<Result>) => Promise.race([work, givenUp]),
      leave,
    };
  }
}
