import type { LiteralAnswer } from '@hookwell/core/rules';
import { StoreUnavailable } from '../database/errors.ts';
import type { AnswerOffers } from '../listeners/answer-offers.ts';
import type { AnswerRows, WaitDecisions } from '../listeners/answer-rows.ts';

/** Once its time is over, the database is asked for so long whether an answer was taken. */
const askedForMs = 4000;
/** It is asked again so long after each failure. */
const askAgainMs = 500;

/** A wait of which the database decides. */
export interface UndecidedWait {
  sender: { captureId: number; party: number };
  /** Its time was over, or its sender gone, meanwhile. */
  isOver: boolean;
  /** An answer of which nobody knows whether it is stored. */
  unsure: LiteralAnswer | undefined;
}

interface Options {
  rows: Pick<AnswerRows, 'find'>;
  /** Undefined if there are no other nodes. */
  offers: AnswerOffers | undefined;
  decisions: Pick<WaitDecisions, 'end'>;
}

/**
 * Asks the database what becomes of waits. As long as an answer may have been taken without a reply to that, it is asked again:
 * another node must not be told that a sender gets its answer which then does not.
 */
export class UndecidedWaits {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Takes the answer that another node offers. Undefined if none is offered.
   * @throws {StoreUnavailable} if nobody knew before the wait was over
   */
  async take(wait: UndecidedWait, offers: AnswerOffers): Promise<LiteralAnswer | undefined> {
    const take = () => this.#take(wait, offers);
    const mayAskAgain = () => wait.unsure !== undefined && !wait.isOver;
    return await asked(() => offers.inTurn(wait.sender.party, take), mayAskAgain);
  }

  /**
   * Ends a wait whose time is over: gives the answer that was stored before. The sender has to come again if that is not here.
   * @throws {StoreUnavailable} if nobody knows
   */
  async end(wait: UndecidedWait): Promise<LiteralAnswer | 'otherwise' | 'try again'> {
    const askUntil = performance.now() + askedForMs;
    const mayAskAgain = () => wait.unsure !== undefined && performance.now() < askUntil;
    return await asked(() => this.#end(wait), mayAskAgain);
  }

  async #take(wait: UndecidedWait, offers: AnswerOffers): Promise<LiteralAnswer | undefined> {
    const { captureId } = wait.sender;
    const offered = await offers.read(captureId);
    if (offered !== undefined) {
      wait.unsure = offered.answer;
      if (await offers.take(captureId, offered.digest)) return offered.answer;
    }
    // Nobody else takes it: it was taken when the reply was lost.
    if (wait.unsure !== undefined && (await offers.isTaken(captureId))) return wait.unsure;
    // It was taken back.
    if (offered !== undefined) wait.unsure = undefined;
    return undefined;
  }

  async #end(wait: UndecidedWait): Promise<LiteralAnswer | 'otherwise' | 'try again'> {
    const { rows, offers, decisions } = this.#options;
    const { captureId } = wait.sender;
    for (;;) {
      if (await decisions.end(captureId)) return 'otherwise';
      const taken = offers && (await this.#take(wait, offers));
      if (taken !== undefined) return taken;
      const found = await rows.find(captureId);
      // The capture was removed meanwhile.
      if (found === undefined) return 'otherwise';
      // Else an answer was offered, or taken back, meanwhile: nobody has decided yet.
      if (found.answer !== null && (offers === undefined || (await offers.isTaken(captureId))))
        return wait.unsure ?? 'try again';
    }
  }
}

async function asked<Answer>(
  ask: () => Promise<Answer>,
  mayAskAgain: () => boolean,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !mayAskAgain()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}
