import type { LiteralAnswer } from '@hookwell/replies';
import type { OtherNodes } from '../database/other-nodes.ts';
import { Budget, type BudgetLimits } from '../fairness/budget.ts';
import { packAnswer, unpackAnswer } from './answer-document.ts';

/** The node of a sender takes an answer within this time, or counts as gone. */
export const patienceMs = 4000;
/** It is told anew, and the row looked at, so often. */
const lookMs = 500;

/** The bytes of answers on their way to other nodes, in the database as well. */
export const offeredBytes: BudgetLimits = {
  total: 16 * 1024 * 1024,
  reserve: 8 * 1024 * 1024,
  perParty: 4 * 1024 * 1024,
  mostWaiting: 200,
  sentence: 'Too many answers are on their way to senders on other nodes',
};

/** So many statements about answers between nodes are under way at once. */
export const turns: BudgetLimits = { total: 4, perParty: 2 };

/** What became of an answer: `late` if the sender waits no more, `unreachable` if its node does not take it. */
export type OfferOutcome = 'given' | 'late' | 'unreachable';

/** Hands answers over to the nodes of their senders: through the row of the wait, where they stand until they are taken. */
export class AnswerOffers {
  readonly #others: OtherNodes;
  readonly #budget = new Budget(offeredBytes);
  readonly #turns = new Budget(turns);
  /** Those that wait for an offer to be taken, by capture. */
  readonly #waiting = new Map<number, () => void>();
  readonly #stopListening: () => void;

  /** @param onOffered called with the capture of each answer that is offered to this node */
  constructor(node: string, others: OtherNodes, onOffered: (captureId: number) => void) {
    this.#others = others;
    this.#stopListening = others.messages.listen({
      hear: (message) => {
        const [kind, to, id = ''] = message.split(' ');
        const captureId = Number(id);
        if (!Number.isSafeInteger(captureId)) return;
        if (kind === 'offered' && to === node) onOffered(captureId);
        else if (kind === 'settled') this.#waiting.get(captureId)?.();
      },
      missed: () => undefined,
    });
  }

  /**
   * Offers an answer to the node of its sender.
   * @param left aborted when others need the room of the answer: then it is taken back
   * @throws {Overloaded} if too many are on their way
   * @throws {StoreUnavailable}
   */
  async give(
    captureId: number,
    node: string,
    answer: LiteralAnswer,
    party: number,
    left: AbortSignal,
  ): Promise<OfferOutcome> {
    const { offers } = this.#others;
    const client = { gone: left, cut() {} };
    const hold = await this.#budget.acquire(party, answer.body.length, client);
    try {
      const offer = () => offers.offer(captureId, answer, packAnswer(answer));
      if (!(await this.inTurn(party, offer))) return 'late';
      const giveUpAt = performance.now() + patienceMs;
      while (performance.now() < giveUpAt && !left.aborted) {
        this.#others.messages.tell(`offered ${node} ${captureId}`);
        await this.#settled(captureId);
        const outcome = await offers.look(captureId);
        if (outcome !== 'offered') return outcome === 'taken' ? 'given' : 'late';
      }
      if (await offers.takeBack(captureId)) return 'unreachable';
      return (await offers.look(captureId)) === 'taken' ? 'given' : 'late';
    } finally {
      hold.release();
    }
  }

  /** Does something about an answer in the turn of its party. */
  inTurn<Result>(party: number, work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(party, work);
  }

  /** The answer that is offered to a sender, if one is. */
  async read(captureId: number): Promise<LiteralAnswer | undefined> {
    const document = await this.#others.offers.read(captureId);
    return document && unpackAnswer(document);
  }

  /** Takes the answer that is offered. False if none is any more. */
  take(captureId: number): Promise<boolean> {
    return this.#others.offers.take(captureId);
  }

  /** Tells who offered an answer that it was taken, or that there is nobody for it. */
  settled(captureId: number): void {
    this.#others.messages.tell(`settled - ${captureId}`);
  }

  /** Whether the time of a wait is over. */
  isOver(captureId: number): Promise<boolean> {
    return this.#others.offers.isOver(captureId);
  }

  /** Removes waits that were over for so long, with what was offered to them. */
  removeLeft(leftForMs: number): Promise<void> {
    return this.#others.offers.removeLeft(leftForMs);
  }

  close(): void {
    this.#stopListening();
  }

  /** Resolves once the other node tells that it has taken the answer, or after a while. */
  #settled(captureId: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(captureId);
        resolve();
      };
      const timer = setTimeout(done, lookMs);
      this.#waiting.set(captureId, done);
    });
  }
}
