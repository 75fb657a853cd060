import type { LiteralAnswer } from '@hookwell/core/rules';
import type { Parts } from '../parts.ts';
import type { Responder } from './responder.ts';
import { WaitRows } from './wait-rows.ts';

/** The node of a sender takes an answer within this time, or counts as gone. It is notified, and asked, so often. */
const takeTimeoutMs = 4000;
const lookMs = 500;

/** What the end of a wait brings a sender: an answer, what it gets without one, or a 503 because nobody knows which. */
export type EndedWait = LiteralAnswer | 'otherwise' | 'try again';

/** Why a wait ends without an answer: its time is over, others need its room, or its sender hung up. */
type EndOfWait = 'unanswered' | 'cut_short' | 'gone';

/** A sender that waits. */
export interface WaitingSender {
  accountId: number;
  captureId: number;
  /** The responders that it waits for, and all that match: an answer restores those that are left out. */
  asked: readonly Responder[];
  matching: readonly Responder[];
  /** Whether its connection is closed. */
  isGone: () => boolean;
  /** Called once. */
  ended: (what: EndedWait) => void;
}

interface Wait {
  sender: WaitingSender;
  since: number;
  end: EndOfWait | undefined;
  answer: LiteralAnswer | undefined;
  /** One look at its row after another. */
  looking: Promise<void>;
}

/** The senders that wait on this node for responders, and answers to senders on all nodes. */
export class WaitingSenders {
  readonly #parts: Pick<Parts, 'store' | 'log' | 'metrics'>;
  readonly #rows: WaitRows;
  /** By the capture. */
  readonly #waits = new Map<number, Wait>();
  /** What wakes those whose answers are not taken yet, by the capture. */
  readonly #answering = new Map<number, () => void>();
  readonly #unsubscribe: (() => void) | undefined;

  constructor(parts: Pick<Parts, 'store' | 'log' | 'metrics'>) {
    this.#parts = parts;
    this.#rows = new WaitRows(parts.store.db);
    this.#unsubscribe = parts.store.otherNodes?.messages.listen({
      hear: (message) => {
        const [kind, captureId] = message.split(' ');
        if (kind === 'answered' || kind === 'taken') this.#wake(kind, Number(captureId));
      },
      missed: () => undefined,
    });
  }

  get count(): number {
    return this.#waits.size;
  }

  /** A sender begins to wait, once its wait is stored. The result ends that; called again it does nothing. */
  add(sender: WaitingSender): (end: EndOfWait) => void {
    const since = performance.now();
    const looking = Promise.resolve();
    const wait: Wait = { sender, since, end: undefined, answer: undefined, looking };
    this.#waits.set(sender.captureId, wait);
    return (end) => {
      wait.end ??= end;
      this.#look(wait);
    };
  }

  /**
   * Stores an answer to a sender on any node. False if the sender waits no more, or another answer was first.
   * @throws {StoreUnavailable}
   */
  answer(captureId: number, answer: LiteralAnswer): Promise<boolean> {
    return this.#rows.answer(captureId, answer);
  }

  /**
   * Waits until the node of a sender has taken the answer that was stored. It is `gone` if the sender hung up, and still `stored`
   * if that node does not answer.
   * @throws {StoreUnavailable}
   */
  async taken(captureId: number, signal: AbortSignal): Promise<'taken' | 'stored' | 'gone'> {
    const giveUpAt = performance.now() + takeTimeoutMs;
    try {
      for (;;) {
        const woken = Promise.withResolvers<void>();
        this.#answering.set(captureId, woken.resolve);
        const timer = setTimeout(woken.resolve, lookMs);
        this.#notify('answered', captureId);
        await woken.promise;
        clearTimeout(timer);
        const outcome = await this.#rows.outcome(captureId);
        if (outcome !== 'stored' || signal.aborted || performance.now() >= giveUpAt) return outcome;
      }
    } finally {
      this.#answering.delete(captureId);
    }
  }

  /** Resolves once it is decided what all get whose waits were ended. */
  async close(): Promise<void> {
    await Promise.all(this.#waits.values().map(({ looking }) => looking));
    this.#unsubscribe?.();
  }

  #notify(kind: 'answered' | 'taken', captureId: number): void {
    if (this.#wake(kind, captureId)) return;
    this.#parts.store.otherNodes?.messages.tell(`${kind} ${captureId}`);
  }

  /** Wakes whoever waits on this node. False if nobody does. */
  #wake(kind: 'answered' | 'taken', captureId: number): boolean {
    const wait = this.#waits.get(captureId);
    if (kind === 'answered' && wait !== undefined) this.#look(wait);
    if (kind === 'answered') return wait !== undefined;
    this.#answering.get(captureId)?.();
    return this.#answering.has(captureId);
  }

  #look(wait: Wait): void {
    wait.looking = wait.looking.then(async () => {
      if (this.#waits.get(wait.sender.captureId) !== wait) return;
      try {
        const what = await this.#decided(wait);
        if (what !== undefined) this.#settle(wait, what);
      } catch (error) {
        this.#parts.log.error({ err: error }, 'It is not known whether a responder has answered');
        if (wait.end !== undefined) this.#settle(wait, 'try again');
      }
    });
  }

  /** What the row says; undefined if the sender waits on. */
  async #decided(wait: Wait): Promise<EndedWait | undefined> {
    const { end, sender } = wait;
    const { captureId } = sender;
    if (end !== undefined && (await this.#rows.end(captureId))) return 'otherwise';
    // If the reply of the database was lost, the answer may be taken already.
    wait.answer ??= await this.#rows.read(captureId);
    if (wait.answer === undefined) return end && 'otherwise';
    const isGone = sender.isGone();
    if (isGone) await this.#rows.forget(captureId);
    const isTaken = !isGone && (await this.#rows.take(captureId));
    this.#notify('taken', captureId);
    return isTaken ? wait.answer : 'otherwise';
  }

  #settle({ sender, since, end = 'gone' }: Wait, what: EndedWait): void {
    const { accountId, captureId, asked, matching } = sender;
    this.#waits.delete(captureId);
    const isAnswered = typeof what === 'object';
    this.#parts.metrics.listenerAnswers.inc({ outcome: isAnswered ? 'answered' : end });
    this.#parts.store.changes.tell(accountId);
    // Who hung up late had not been answered either.
    const waitedMs = performance.now() - since;
    const isPassed = ({ settings: { waitMs } }: Responder) =>
      end === 'unanswered' || (end === 'gone' && waitedMs >= waitMs / 2);
    if (isAnswered) for (const responder of matching) responder.ended('answered');
    else for (const one of asked) one.ended(isPassed(one) ? 'passed' : 'nothing');
    sender.ended(what);
  }
}
