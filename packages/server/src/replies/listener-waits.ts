import type { LiteralAnswer } from '@hookwell/core/rules';
import type { AnswerOffers } from '../listeners/answer-offers.ts';
import { type AnswerRows, WaitDecisions } from '../listeners/answer-rows.ts';
import type { Listener } from '../listeners/listener.ts';
import type { ListenerOutcome } from '../listeners/listeners.ts';
import type { Parts } from '../parts.ts';
import type { AwaitedListener } from './awaited-listener.ts';
import { listenerReply, type PreparedAnswer, tryAgain } from './prepared-answer.ts';
import { type UndecidedWait, UndecidedWaits } from './undecided-waits.ts';
import type { WaitingAnswer } from './waiting-answers.ts';

/** A sender that waits for a listener. */
export type WaitingSender = WaitingAnswer & { answer: AwaitedListener };

/** What became of an answer: `late` if the sender waits no more, `unknown` if it does not wait on this node. */
export type GivenAnswer = 'given' | 'late' | 'unknown';

interface Wait extends UndecidedWait {
  sender: WaitingSender;
  /** An answer is being stored: it decides. */
  isDeciding: boolean;
  /** It was ended before its time. */
  wasCutShort: boolean;
}

/** The parts around the waits. */
export interface ListenerWaitParts {
  rows: AnswerRows;
  /** Answers that come from other nodes; undefined if there are none. */
  offers: AnswerOffers | undefined;
  /** A request that waited for these listeners ended. */
  ended: (listeners: readonly Listener[], outcome: ListenerOutcome) => void;
}

interface Options extends ListenerWaitParts {
  /** Holds the response of a sender until its time is over; false if there is no room. */
  hold: (sender: WaitingSender) => boolean;
  /** It is held no more. */
  giveUp: (sender: WaitingSender) => void;
  send: (sender: WaitingSender, answer: PreparedAnswer) => void;
  /** Tells the pages of an account that a sender of it waits no more. */
  tell: (accountId: number) => void;
  log: Parts['log'];
  metrics: Pick<Parts['metrics'], 'listenerAnswers'>;
}

/**
 * The senders on this node that wait for listeners. One conditional statement decides between answers and the end of the
 * time (`listeners/answer-rows.ts`); nothing is sent before it is committed.
 */
export class ListenerWaits {
  readonly #options: Options;
  readonly #decisions: WaitDecisions;
  readonly #undecided: UndecidedWaits;
  /** By the id of the capture. */
  readonly #waits = new Map<number, Wait>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    this.#decisions = new WaitDecisions(options.rows);
    this.#undecided = new UndecidedWaits({ ...options, decisions: this.#decisions });
  }

  get count(): number {
    return this.#waits.size;
  }

  /** A sender begins to wait, or is answered otherwise if there is no room for it. Its wait is stored already. */
  begin(sender: WaitingSender): void {
    const wait: Wait = {
      sender,
      isDeciding: false,
      isOver: false,
      wasCutShort: false,
      unsure: undefined,
    };
    this.#waits.set(sender.captureId, wait);
    // Nobody tells again that a connection was closed while its capture was stored.
    if (isGone(wait)) return this.over(sender);
    if (this.#options.hold(sender)) return;
    wait.wasCutShort = true;
    this.over(sender);
  }

  /** Others need its room, or the server stops: `over` follows. */
  cutShort({ captureId }: WaitingAnswer): void {
    const wait = this.#waits.get(captureId);
    if (wait !== undefined) wait.wasCutShort = true;
  }

  /** Its time is over. */
  over({ captureId }: WaitingAnswer): void {
    const wait = this.#waits.get(captureId);
    if (wait === undefined) return;
    wait.isOver = true;
    if (!wait.isDeciding) this.#end(wait);
  }

  /** Its connection is closed. */
  gone(sender: WaitingAnswer): void {
    this.over(sender);
  }

  /**
   * Gives a sender the answer of a listener.
   * @throws {StoreUnavailable} if it cannot be stored
   */
  async answer(captureId: number, answer: LiteralAnswer): Promise<GivenAnswer> {
    const wait = this.#waits.get(captureId);
    if (wait === undefined) return 'unknown';
    if (wait.isDeciding || isGone(wait)) return 'late';
    wait.isDeciding = true;
    try {
      const { status, retryAfter } = answer;
      const isStored = await this.#decisions.answer({ captureId, status, retryAfter });
      wait.isDeciding = false;
      if (isStored) return await this.#give(wait, answer);
    } catch (error) {
      wait.isDeciding = false;
      wait.unsure = answer;
      if (wait.isOver) this.#end(wait);
      throw error;
    }
    if (wait.isOver) this.#end(wait);
    return 'late';
  }

  /** Takes the answer that another node offers to a sender, if it still waits. */
  takeOffered(captureId: number): void {
    const { offers } = this.#options;
    const wait = this.#waits.get(captureId);
    if (offers === undefined || wait === undefined || wait.isDeciding) return;
    wait.isDeciding = true;
    const taking = this.#take(wait, offers).finally(() => this.#ending.delete(taking));
    this.#ending.add(taking);
  }

  /** Resolves once all waits that are over are stored as such. */
  async close(): Promise<void> {
    do {
      await Promise.all(this.#ending);
      await this.#decisions.close();
    } while (this.#ending.size > 0);
  }

  async #take(wait: Wait, offers: AnswerOffers): Promise<void> {
    const { captureId } = wait.sender;
    let isGiven = false;
    try {
      const answer = await this.#undecided.take(wait, offers);
      if (answer !== undefined) isGiven = (await this.#give(wait, answer)) === 'given';
    } catch (error) {
      this.#options.log.warn({ err: error }, 'An answer of a listener could not be taken');
    }
    wait.isDeciding = false;
    if (wait.isOver && this.#waits.has(captureId)) this.#end(wait);
    offers.settled(captureId, isGiven);
  }

  /** Sends an answer that is stored. */
  async #give(wait: Wait, answer: LiteralAnswer): Promise<GivenAnswer> {
    const { sender } = wait;
    this.#waits.delete(sender.captureId);
    this.#options.giveUp(sender);
    if (isGone(wait)) {
      this.#count(wait, 'gone');
      await this.#options.rows.forget(sender.captureId);
      return 'late';
    }
    this.#count(wait, 'answered');
    this.#options.send(sender, listenerReply(answer));
    return 'given';
  }

  #end(wait: Wait): void {
    this.#waits.delete(wait.sender.captureId);
    if (isGone(wait)) this.#count(wait, 'gone');
    else this.#count(wait, wait.wasCutShort ? 'cut_short' : 'unanswered');
    const ending = this.#answerOtherwise(wait).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #answerOtherwise(wait: Wait): Promise<void> {
    const { rows, offers, send, log } = this.#options;
    const { sender } = wait;
    try {
      const decided = await this.#undecided.end(wait);
      if (decided === 'otherwise') return sender.answer.otherwise();
      if (decided === 'try again') return send(sender, tryAgain);
      const isLate = isGone(wait);
      if (isLate) await rows.forget(sender.captureId);
      else send(sender, listenerReply(decided));
      offers?.settled(sender.captureId, !isLate);
    } catch (error) {
      // Nobody knows which answer the capture shows: the sender is told to come again.
      log.error({ err: error }, 'The end of a wait for a listener could not be stored');
      send(sender, tryAgain);
    }
  }

  #count({ sender }: Wait, outcome: WaitOutcome): void {
    this.#options.metrics.listenerAnswers.inc({ outcome });
    this.#options.tell(sender.accountId);
    const { listeners, matching } = sender.answer;
    if (outcome === 'answered') return this.#options.ended(matching, 'answered');
    // Who hung up late had not been answered either.
    const waitedMs = performance.now() - sender.committedAt;
    const passed = listeners.filter(
      (listener) => outcome === 'unanswered' || (outcome === 'gone' && isLong(waitedMs, listener)),
    );
    this.#options.ended(passed, 'passed');
    this.#options.ended(
      listeners.filter((listener) => !passed.includes(listener)),
      'nothing',
    );
  }
}

type WaitOutcome = 'answered' | 'unanswered' | 'gone' | 'cut_short';

/** Whether a listener had time to answer before its sender hung up: half of what it asks for. */
function isLong(waitedMs: number, { settings }: Listener): boolean {
  return waitedMs >= settings.waitMs / 2;
}

function isGone({ sender }: Wait): boolean {
  return sender.response.req.socket.destroyed;
}
