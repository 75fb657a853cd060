import type { LiteralAnswer } from '@hookwell/replies';
import type { AnswerRows } from '../listeners/answer-rows.ts';
import { EndedWaits } from '../listeners/ended-waits.ts';
import type { Listener } from '../listeners/listener.ts';
import type { Parts } from '../parts.ts';
import type { AwaitedListener } from './awaited-listener.ts';
import { listenerReply, type PreparedAnswer, tryAgain } from './prepared-answer.ts';
import type { WaitingAnswer } from './waiting-answers.ts';

/** A sender that waits for a listener. */
export type WaitingSender = WaitingAnswer & { answer: AwaitedListener };

/** What became of an answer: `late` if the sender waits no more, `unknown` if it does not wait on this node. */
export type GivenAnswer = 'given' | 'late' | 'unknown';

interface Wait {
  sender: WaitingSender;
  /** An answer is being stored: it decides. */
  isDeciding: boolean;
  /** Its time was over, or its sender gone, meanwhile. */
  isOver: boolean;
  /** It was ended before its time. */
  wasCutShort: boolean;
  /** An answer of which nobody knows whether it is stored. */
  unsure: LiteralAnswer | undefined;
}

interface Options {
  rows: AnswerRows;
  /** Holds the response of a sender until its time is over; false if there is no room. */
  hold: (sender: WaitingSender) => boolean;
  /** It is held no more. */
  giveUp: (sender: WaitingSender) => void;
  send: (sender: WaitingSender, answer: PreparedAnswer) => void;
  log: Parts['log'];
  metrics: Pick<Parts['metrics'], 'listenerAnswers'>;
}

/**
 * The senders on this node that wait for listeners. One conditional statement decides between answers and the end of the
 * time (`listeners/answer-rows.ts`); nothing is sent before it is committed.
 */
export class ListenerWaits {
  readonly #options: Options;
  readonly #ended: EndedWaits;
  /** By the id of the capture. */
  readonly #waits = new Map<number, Wait>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
    this.#ended = new EndedWaits(options.rows);
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
      const isStored = await this.#options.rows.answer(captureId, answer);
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

  /** Resolves once all waits that are over are stored as such. */
  async close(): Promise<void> {
    await Promise.all(this.#ending);
    await this.#ended.close();
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

  async #answerOtherwise({ sender, unsure }: Wait): Promise<void> {
    const { rows, send, log } = this.#options;
    const { captureId } = sender;
    try {
      if (await this.#ended.end(captureId)) return sender.answer.otherwise();
      const found = await rows.find(captureId);
      // The capture was removed meanwhile.
      if (found === undefined) return sender.answer.otherwise();
      send(sender, unsure === undefined ? tryAgain : listenerReply(unsure));
    } catch (error) {
      // Nobody knows which answer the capture shows: the sender is told to come again.
      log.error({ err: error }, 'The end of a wait for a listener could not be stored');
      send(sender, tryAgain);
    }
  }

  #count({ sender }: Wait, outcome: WaitOutcome): void {
    this.#options.metrics.listenerAnswers.inc({ outcome });
    const waitedMs = performance.now() - sender.committedAt;
    for (const listener of sender.answer.listeners) {
      if (outcome === 'answered') listener.answered();
      else if (outcome === 'unanswered' || (outcome === 'gone' && isLong(waitedMs, listener)))
        listener.letPass();
      else listener.askedInVain();
    }
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
