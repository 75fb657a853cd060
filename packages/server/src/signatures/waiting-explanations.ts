import type { Logger } from 'pino';
import { Rates } from '../fairness/rates.ts';
import { type Share, Shares } from '../fairness/shares.ts';
import { Turns } from '../fairness/turns.ts';
import { ownBytes } from '../threads/own-bytes.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { ExplanationAsk, ExplanationExchanges } from './explanation-thread.ts';

/** The thread works on texts of some MiB. */
const heapMebibytes = 128;
/** So much time (`explanation-thread.ts`) a party has after a pause, and a second from then on. */
const mostMsAtOnce = 1000;
const mostMs = 250;
/** Requests that wait to be looked into, of all parties: their bodies, heads and secrets, and what each of them takes beside. */
const mostHeldBytes = 32 * 1024 * 1024;
const bytesBeside = 4096;
/** They wait for so long. The rest of the 15 seconds that are promised is for the explanation, and for storing it. */
const mostWaitMs = 14_000;
/**
 * After an explanation that took longer the thread rests for as long again, so that it takes little more than half of a
 * processor; not for longer, so that whoever is next has its turn within its time.
 */
const longMs = 5;
const mostRestMs = 100;

/** Why a request that waited was not looked into: it gave way, its time was over, or the thread stops or has failed. */
export type Lost = 'room' | 'late' | 'failed';
export type Outcome = { sentence: string } | { lost: Lost };

/** A body in pieces, which is copied if it is looked into. */
export interface SignedBody {
  body: readonly Uint8Array[];
  bodySize: number;
}

/** A request that is looked into. */
export interface Looking {
  /** It never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Called when it is its turn. */
  onTurn: () => void;
}

interface Waiting {
  party: number;
  ask: ExplanationAsk;
  looking: Looking;
  end: (outcome: Outcome) => void;
  share: Share;
  timer: NodeJS.Timeout;
}

export interface WaitingBounds {
  waitMs: number;
  heldBytes: number;
}

/**
 * Requests that wait to be looked into by the thread that explains signatures, which does one at a time. The next one is
 * always the party's (`fairness/parties.ts`) that has used the least time; the memory is shared, and the newest of whoever
 * holds most gives way.
 */
export class WaitingExplanations {
  readonly #thread: ThreadClient<ExplanationExchanges>;
  readonly #turns = new Turns<Waiting>();
  readonly #waiting = new Set<Waiting>();
  readonly #milliseconds = new Rates({ burst: mostMsAtOnce, perSecond: mostMs });
  readonly #room: Shares;
  readonly #waitMs: number;
  #isWorking = false;
  /** Ends the pause in which no party may have a turn. */
  #wake = (): void => {};

  constructor(log: Pick<Logger, 'error'>, bounds: Partial<WaitingBounds> = {}) {
    this.#thread = new ThreadClient({
      address: new URL('./explanation-thread.ts', import.meta.url),
      name: 'explainer',
      work: 'explains signatures',
      log,
      limits: { maxOldGenerationSizeMb: heapMebibytes },
    });
    this.#room = new Shares(bounds.heldBytes ?? mostHeldBytes, 'newest');
    this.#waitMs = bounds.waitMs ?? mostWaitMs;
  }

  /** Whether the party has any of its time left. */
  hasTime(party: number): boolean {
    return this.#milliseconds.waitMs(party) === 0;
  }

  /**
   * @returns undefined if there is no room
   */
  add(
    party: number,
    asked: Omit<ExplanationAsk, 'body'>,
    { body, bodySize }: SignedBody,
  ): Looking | undefined {
    const { verifying, head } = asked;
    const bytes = bytesBeside + bodySize + JSON.stringify([verifying, head]).length;
    const share = this.#room.take(party, bytes, () => this.#lose(waiting, 'room'));
    if (share === undefined) return undefined;
    const { promise: outcome, resolve: end } = Promise.withResolvers<Outcome>();
    const looking: Looking = { outcome, onTurn: () => {} };
    const timer = setTimeout(() => this.#lose(waiting, 'late'), this.#waitMs).unref();
    const ask = { ...asked, body: ownBytes(Buffer.concat(body)) };
    const waiting: Waiting = { party, ask, looking, end, share, timer };
    this.#waiting.add(waiting);
    this.#turns.add(party, waiting);
    this.#wake();
    void this.#work();
    return looking;
  }

  /** From now on nothing is looked into: all that wait are lost. */
  stop(): void {
    this.#thread.stop();
    for (const waiting of this.#waiting) this.#lose(waiting, 'failed');
    this.#wake();
  }

  /** Ends the thread, once it has explained what it is at. */
  close(): Promise<void> {
    this.stop();
    return this.#thread.close();
  }

  #lose(waiting: Waiting, lost: Lost): void {
    this.#leave(waiting);
    this.#turns.remove(waiting.party, waiting);
    waiting.end({ lost });
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    clearTimeout(waiting.timer);
    waiting.share.release();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (!this.#turns.isEmpty) {
      const queue = this.#turns.begin((party) => this.hasTime(party));
      if (queue === undefined) {
        await this.#pause();
        continue;
      }
      const waiting = queue.waiting.shift();
      const tookMs = waiting === undefined ? 0 : await this.#lookInto(waiting);
      this.#turns.ended(queue, tookMs);
      if (tookMs <= longMs) continue;
      await new Promise((over) => setTimeout(over, Math.min(tookMs, mostRestMs)).unref());
    }
    this.#isWorking = false;
  }

  /** Gives the time that it took, in milliseconds. */
  async #lookInto(waiting: Waiting): Promise<number> {
    const { party, ask, looking, end } = waiting;
    this.#leave(waiting);
    looking.onTurn();
    const began = performance.now();
    let tookMs: number | undefined;
    try {
      const explanation = await this.#thread.ask('explain', ask, [ask.body.buffer]);
      ({ tookMs } = explanation);
      end(explanation);
    } catch {
      end({ lost: 'failed' });
    }
    tookMs ??= performance.now() - began;
    this.#milliseconds.count(party, tookMs);
    return tookMs;
  }

  /** Until one of the parties that wait has time again, or another one comes. */
  async #pause(): Promise<void> {
    const leastMs = this.#turns
      .waiting()
      .reduce((least, party) => Math.min(least, this.#milliseconds.waitMs(party)), 1000);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, leastMs).unref();
    await promise;
    clearTimeout(timer);
  }
}
