import { longestAnswerWaitMs, type StreamQuery } from '@hookwell/core/api';
import { type Match, parseDuration, parseMatch } from '@hookwell/core/match';
import { readWhen, SettingsError } from '@hookwell/core/rules';
import { ApiError } from '../api-error.ts';

/** A responder that lets so many requests in a row pass is left out for so long; then one request waits for it. */
const maxUnanswered = 3;
const restMs = 30_000;

/** An open stream that answers the senders of an endpoint, on whichever node it is open. */
export interface ResponderSettings {
  /** Differs from that of any other responder of any node. */
  id: string;
  endpointId: number;
  /** The time that senders wait for its answer. */
  waitMs: number;
  /** The text of the match without which it answers nothing; empty: it answers everything. */
  match: string;
}

/** A responder, and whether it lately did what it is there for. */
export class Responder {
  readonly settings: ResponderSettings;
  /** Undefined: it answers everything. */
  readonly match: Match | undefined;
  #unanswered = 0;
  #restsUntilMs = 0;
  /** Whether a request is under way that shows whether it answers again. */
  #isTried = false;

  /** @throws {MatchError} if its match cannot be read */
  constructor(settings: ResponderSettings) {
    this.settings = settings;
    this.match = settings.match === '' ? undefined : parseMatch(settings.match);
  }

  /** Whether a request that arrives now may wait for it. */
  isAsked(): boolean {
    if (this.#unanswered < maxUnanswered) return true;
    return !this.#isTried && performance.now() >= this.#restsUntilMs;
  }

  /** A request waits for it. */
  asked(): void {
    this.#isTried = this.#unanswered >= maxUnanswered;
  }

  /** A request that waited for it ended; `nothing` says nothing about it. */
  ended(outcome: 'answered' | 'passed' | 'nothing'): void {
    this.#isTried = false;
    if (outcome === 'answered') this.#unanswered = 0;
    if (outcome !== 'passed') return;
    this.#unanswered += 1;
    this.#restsUntilMs = performance.now() + restMs;
  }
}

/**
 * Reads what a stream asks for that is to answer senders; undefined if it does not ask for that.
 * @throws {ApiError} `invalidInput` if it cannot be
 */
export function readResponder(
  { answers, match = '' }: StreamQuery,
  endpointId: number | undefined,
): Omit<ResponderSettings, 'id'> | undefined {
  if (answers === undefined) return undefined;
  const waitMs = parseDuration(answers, /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)?$/);
  if (waitMs === undefined || waitMs <= 0 || waitMs > longestAnswerWaitMs) {
    const most = `${longestAnswerWaitMs / 1000} s`;
    throw invalid(`answers must be a time of up to ${most}, such as 10s or 500ms`);
  }
  if (endpointId === undefined)
    throw invalid('answers needs endpoint: senders of one endpoint are answered');
  try {
    const { terms } = readWhen(match, 'match');
    return { endpointId, waitMs, match: terms.length === 0 ? '' : match };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw invalid(`match, ${error.sentence}`);
  }
}

function invalid(sentence: string): ApiError {
  return new ApiError('invalidInput', { sentence });
}
