import type { Match } from '@hookwell/core/match';
import { type HeldMatches, quickWork } from '@hookwell/core/rules';
import { Budget } from '../fairness/budget.ts';
import { Rates } from '../fairness/rates.ts';
import type { Parts } from '../parts.ts';
import type { UndecidedCapture } from '../receive/replies.ts';
import type { WaitingRequest } from '../receive/waiting-requests.ts';
import { copyOfStart } from '../rendering/body-start.ts';
import { isCompressed, isHeavyBody } from '../sent-request/body.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import {
  decompressedBody,
  type Examination,
  type ExaminedHead,
  examineRequest,
  lightBody,
  matchesOfRequest,
  packedHead,
  unexamined,
  type WholeBody,
  workOf,
  workOfMatches,
} from './examination.ts';
import type { ExaminationExchanges } from './examination-thread.ts';
import type { SettingsAtVersion } from './settings-row.ts';

/** A capture that something is to be decided about before it is stored. */
export interface UndecidedRequest {
  /** Whose time it takes (`fairness/parties.ts`). */
  party: number;
  capture: UndecidedCapture;
  /** Called before anything is waited for. */
  wait: () => WaitingRequest;
}

/** The same, and what is decided about it by. */
export interface UndecidedReply extends UndecidedRequest {
  known: SettingsAtVersion;
}

/** Something to decide about a request, here or in the thread. */
interface Question<Result> {
  /** The most steps that it takes, for a body of that length. */
  work(bodyLength: number): number;
  atOnce(body: WholeBody): Result;
  inThread(
    start: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<{ result: Result; usedMs: number }>;
  failed(error: unknown): Result;
}

/** Of each second of the event loop the examinations of a party may take so many milliseconds, then they go to the thread. */
const mostLoopMsOfParty = 100;
/** The same for those of all parties. */
const mostLoopMs = 400;
/** Work that takes the event loop less time than handing it over, in the steps of `quickWork`. */
const leastHandedOver = 10_000;
/** The time that handing over takes. Examinations that take less do not count: in the thread they would take more of everybody's time. */
const handingOverMs = 0.04;

/** The compressed bodies of a party that are tried at once in vain, or take longer than this. */
const triesInVain = { burst: 10, perSecond: 5 };
const mostTryMs = 0.2;

/** So many requests are in the thread at once, so that its memory is bounded, and so many of one party. */
const mostInThread = 6;
const mostOfPartyInThread = 3;
/** So many more may be, of parties that have none there. */
const reservedInThread = 4;
/** A request that is in the thread for longer gives way while others wait for its place. */
const longestInThreadMs = 1000;
/** Each of them has texts of some MiB. */
const heapMebibytes = 192;

/** In a flood all fail the same way: the log tells it so often at most. */
const logIntervalMs = 1000;

/** Examines requests: on the event loop if that takes little time, else in a thread. */
export class Examiner {
  readonly #log: Pick<Parts['log'], 'error'>;
  readonly #loopMsOfParty = new Rates({ burst: mostLoopMsOfParty, perSecond: mostLoopMsOfParty });
  readonly #loopMs = new Rates({ burst: mostLoopMs, perSecond: mostLoopMs });
  readonly #triedInVain = new Rates(triesInVain);
  readonly #thread: ThreadClient<ExaminationExchanges>;
  readonly #places = new Budget({
    total: mostInThread,
    reserve: reservedInThread,
    perParty: mostOfPartyInThread,
    cutting: { timeForMs: () => longestInThreadMs, cutsOwn: false, lookEveryMs: 50 },
  });
  #lastLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<Parts['log'], 'error'>) {
    this.#log = log;
    this.#thread = new ThreadClient({
      address: new URL('./examination-thread.ts', import.meta.url),
      name: 'examiner',
      work: 'decides about replies',
      log,
      limits: { maxOldGenerationSizeMb: heapMebibytes },
    });
  }

  /** It never fails: what cannot be examined is told to come again. */
  examine(undecided: UndecidedReply, head: ExaminedHead): Examination | Promise<Examination> {
    const { known, party, capture } = undecided;
    const { settings, version, document } = known;
    const { endpointId } = capture;
    return this.#decide(undecided, {
      work: (bodyLength) => workOf(settings, head, bodyLength),
      atOnce: (body) => examineRequest(settings, head, body),
      inThread: (start, signal) => {
        const question = { party, endpointId, version, document, head: packedHead(head), start };
        return this.#thread.ask('examine', question, [start.buffer], signal);
      },
      failed: (error) => {
        this.#logFailure(endpointId, error);
        return unexamined(settings, head);
      },
    });
  }

  /**
   * Which of these matches of listeners hold. It never fails: of a request that cannot be examined none does.
   * @param texts of the matches
   */
  tryMatches(
    undecided: UndecidedRequest,
    head: ExaminedHead,
    matches: readonly Match[],
    texts: readonly string[],
  ): HeldMatches | Promise<HeldMatches> {
    const { party, capture } = undecided;
    return this.#decide(undecided, {
      work: (bodyLength) => workOfMatches(matches, head, bodyLength),
      atOnce: (body) => matchesOfRequest(matches, head, body),
      inThread: (start, signal) => {
        const question = { party, matches: texts, head: packedHead(head), start };
        return this.#thread.ask('tryMatches', question, [start.buffer], signal);
      },
      failed: (error) => {
        this.#logFailure(capture.endpointId, error);
        return matches.map(() => false);
      },
    });
  }

  #decide<Result>(
    undecided: UndecidedRequest,
    question: Question<Result>,
  ): Result | Promise<Result> {
    const { party, capture } = undecided;
    const body = isHeavyBody(capture) ? this.#decompressed(party, capture) : lightBody(capture);
    if (body === undefined || !this.#hasTimeFor(party, question.work(body.size)))
      return this.#decideInThread(undecided, question);
    try {
      return this.atOnce(party, () => question.atOnce(body));
    } catch (error) {
      return question.failed(error);
    }
  }

  /** Does work on the event loop at once, as a part of the party's time. */
  atOnce<Result>(party: number, work: () => Result): Result {
    const began = performance.now();
    try {
      return work();
    } finally {
      const tookMs = performance.now() - began - handingOverMs;
      if (tookMs > 0) {
        this.#loopMsOfParty.count(party, tookMs);
        this.#loopMs.count(0, tookMs);
      }
    }
  }

  /** Whether the party has any of its time on the event loop left. */
  hasTime(party: number): boolean {
    return this.#loopMsOfParty.waitMs(party) === 0 && this.#loopMs.waitMs(0) === 0;
  }

  /** Ends the thread. All that it is at, and all that wait for a place, fail. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** The body, if it is at hand in no time. A party whose bodies give too much, or take long, again and again has none tried. */
  #decompressed(party: number, capture: UndecidedCapture): WholeBody | undefined {
    if (this.#triedInVain.waitMs(party) > 0) return undefined;
    const began = performance.now();
    const body = this.atOnce(party, () => decompressedBody(capture));
    const tookMs = performance.now() - began;
    if (body === undefined || tookMs > mostTryMs) this.#triedInVain.count(party, 1);
    return body;
  }

  /** Whether the event loop has time for so much work. */
  #hasTimeFor(party: number, work: number): boolean {
    return work <= leastHandedOver || (work <= quickWork && this.hasTime(party));
  }

  async #decideInThread<Result>(
    undecided: UndecidedRequest,
    question: Question<Result>,
  ): Promise<Result> {
    const waiting = undecided.wait();
    try {
      return await waiting.for(this.#askThread(undecided, question, waiting));
    } catch (error) {
      return question.failed(error);
    }
  }

  async #askThread<Result>(
    { party, capture }: UndecidedRequest,
    question: Question<Result>,
    { signal, giveWay }: WaitingRequest,
  ): Promise<Result> {
    const { body, bodySize } = capture;
    const place = await this.#places.acquire(party, 1, { gone: signal, cut: giveWay });
    try {
      // Copied once there is a place for it, so that no copy of a body waits.
      const { result, usedMs } = await this.atOnce(party, () =>
        question.inThread(copyOfStart(body, bodySize, isCompressed(capture)), signal),
      );
      place.release(usedMs);
      return result;
    } finally {
      place.release();
    }
  }

  #logFailure(endpointId: number, error: unknown): void {
    if (performance.now() - this.#lastLoggedAt < logIntervalMs) return;
    this.#lastLoggedAt = performance.now();
    this.#log.error({ err: error, endpointId }, 'The reply to a capture could not be decided');
  }
}
