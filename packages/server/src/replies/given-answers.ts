import type { LiteralAnswer } from '@hookwell/core/rules';
import { type AnswerOffers, type OfferOutcome, patienceMs } from '../listeners/answer-offers.ts';
import type { AnswerRows, FoundWait } from '../listeners/answer-rows.ts';
import type { ListenerWaits } from './listener-waits.ts';

/** A wait that is stored is looked for in memory so often until it is there. */
const lookMs = 20;

interface Options {
  node: string;
  rows: Pick<AnswerRows, 'find'>;
  waits: Pick<ListenerWaits, 'answer'>;
  /** Undefined if there are no other nodes. */
  offers: AnswerOffers | undefined;
}

/** Gives the answers of listeners to their senders, on whichever node these wait. */
export class GivenAnswers {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Gives a sender an answer.
   * @param beforeWaiting called before another node is waited for
   * @param left aborted when others need the room of the request
   * @throws {StoreUnavailable} if it cannot be stored
   * @throws {Overloaded} if too many are on their way to other nodes
   */
  async give(
    captureId: number,
    answer: LiteralAnswer,
    party: number,
    beforeWaiting: () => void,
    left: AbortSignal,
  ): Promise<OfferOutcome> {
    const { node, rows, waits, offers } = this.#options;
    const giveUpAt = performance.now() + patienceMs;
    for (;;) {
      const given = await waits.answer(captureId, answer);
      if (given !== 'unknown') return given;
      const found = await rows.find(captureId);
      if (found === undefined || found.answer !== null) return 'late';
      beforeWaiting();
      if (found.node !== node) {
        // Without other nodes that is one that was here before.
        return offers === undefined
          ? 'unreachable'
          : await offers.give(captureId, found.node, answer, party, left);
      }
      // Its end could not be stored in an outage: nobody waits any more, and the row goes by itself.
      if (await this.#isOver(captureId, found)) return 'late';
      if (performance.now() >= giveUpAt || left.aborted) return 'unreachable';
      // Other nodes may know of a capture before this one knows that it is stored.
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async #isOver(captureId: number, { waitsUntil }: FoundWait): Promise<boolean> {
    const { offers } = this.#options;
    return offers === undefined ? waitsUntil < Date.now() : await offers.isOver(captureId);
  }
}
