import { randomUUID } from 'node:crypto';
import { longestAnswerWaitMs, type StreamQuery } from '@hookwell/core/api';
import { parseDuration } from '@hookwell/core/match';
import { readWhen, SettingsError } from '@hookwell/core/rules';
import type { Budget } from '../fairness/budget.ts';
import { Shares } from '../fairness/shares.ts';
import { Tally } from '../fairness/tally.ts';
import type { ListenerSettings } from '../listeners/listener.ts';
import type { Listeners } from '../listeners/listeners.ts';
import type { NodeListeners } from '../listeners/node-listeners.ts';
import { Refusal } from '../refusal.ts';

/** So many streams answer the senders of one endpoint at most: each of them may have a match to try on every capture. */
export const mostAnsweringOfEndpoint = 20;
/** So many do on one node: each has a match in memory. */
const mostAnswering = 2000;

/** For clients that are refused: streams end seldom. */
const retryAfterSeconds = 10;

/** A stream that is to answer senders, before it is open. */
type AskedAnswering = Omit<ListenerSettings, 'id'>;

/**
 * Reads what a stream asks for that is to answer senders; undefined if it does not ask for that.
 * @throws {Refusal} `invalidInput` if it cannot be
 */
export function readAnswering(
  { answers, match = '' }: StreamQuery,
  endpointId: number | undefined,
): AskedAnswering | undefined {
  if (answers === undefined) return undefined;
  const waitMs = readAnswerTime(answers);
  if (endpointId === undefined) {
    const sentence = 'answers needs endpoint: senders of one endpoint are answered';
    throw new Refusal('invalidInput', { sentence });
  }
  try {
    const read = readWhen(match, 'match');
    return { endpointId, waitMs, match: read.terms.length === 0 ? '' : match };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refusal('invalidInput', { sentence: `match, ${error.sentence}` });
  }
}

/** The open streams of this node that answer senders. */
export class AnsweringStreams {
  readonly #listeners: Pick<Listeners, 'countOf'>;
  readonly #ofNode: Pick<NodeListeners, 'add' | 'remove'>;
  readonly #writes: Pick<Budget, 'run'>;
  readonly #shares = new Shares(mostAnswering, 'newest');
  /** Those that wait for their turn to be added, by endpoint. */
  readonly #opening = new Tally<number>();

  constructor(
    listeners: Pick<Listeners, 'countOf'>,
    ofNode: Pick<NodeListeners, 'add' | 'remove'>,
    writes: Pick<Budget, 'run'>,
  ) {
    this.#writes = writes;
    this.#listeners = listeners;
    this.#ofNode = ofNode;
  }

  /**
   * Adds a stream. Senders wait for it from now on, until the result is called.
   * @param close called if others need its place
   * @throws {Refusal} `tooManyStreams` if the endpoint has too many, `noRoomForStream` if the node has
   * @throws {StoreUnavailable} if other nodes cannot be told
   */
  async add(party: number, asked: AskedAnswering, close: () => void): Promise<() => void> {
    const { endpointId } = asked;
    const count = this.#listeners.countOf(endpointId) + this.#opening.of(endpointId);
    if (count >= mostAnsweringOfEndpoint) {
      throw new Refusal('tooManyStreams', {
        sentence: `${mostAnsweringOfEndpoint} live streams answer the senders of this endpoint, as many as may`,
        retryAfterSeconds,
      });
    }
    const share = this.#shares.take(party, 1, close);
    if (share === undefined) {
      const sentence = 'Too many live streams answer senders here';
      throw new Refusal('noRoomForStream', { sentence, retryAfterSeconds });
    }
    const settings = { ...asked, id: randomUUID() };
    this.#opening.add(endpointId, 1);
    try {
      await this.#writes.run(party, () => {
        // It counts as one of the listeners from here on.
        this.#opening.add(endpointId, -1);
        return this.#ofNode.add(settings);
      });
    } catch (error) {
      share.release();
      throw error;
    }
    return () => {
      share.release();
      this.#ofNode.remove(settings);
    };
  }
}

const form = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)?$/;

/**
 * Reads the time for which senders are to wait for a listener, in milliseconds.
 * @throws {Refusal} `invalidInput` if it is none, or too long
 */
function readAnswerTime(text: string): number {
  const ms = parseDuration(text, form);
  if (ms !== undefined && ms > 0 && ms <= longestAnswerWaitMs) return ms;
  const sentence = `answers must be a time of up to ${longestAnswerWaitMs / 1000} s, such as 10s or 500ms`;
  throw new Refusal('invalidInput', { sentence });
}
