import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@hookwell/contract';
import { hasTimedOut } from '../connections/http-server.ts';
import { StoreFull } from '../database/errors.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { RefusalReason } from '../metrics.ts';
import type { Parts } from '../parts.ts';
import { refuse } from './answers.ts';
import type { UnreadBody } from './body-reader.ts';
import { GuestSpaceFull } from './guest-space.ts';
import { TooManyLookUps } from './token-look-ups.ts';

/** The log tells so often at most that captures cannot be stored: in an outage all fail the same way. */
const logIntervalMs = 1000;

/** The reasons with an answer, and what that mostly is. */
type AnsweredReason = Exclude<RefusalReason, 'timed_out' | 'aborted'>;

const codes: Readonly<Record<AnsweredReason, ErrorCode>> = {
  unknown_endpoint: 'notFound',
  method: 'methodNotAllowed',
  body_too_large: 'bodyTooLarge',
  rate_limited: 'tooManyRequests',
  overloaded: 'overloaded',
  store_unavailable: 'unavailable',
  store_full: 'storeFull',
  guest_space_full: 'guestSpaceFull',
};

/** Refuses requests, counts the refusals by reason, and logs failures of the store. */
export class CountedRefusals {
  readonly #parts: Pick<Parts, 'metrics' | 'log'>;
  #lastLoggedAt = 0;

  constructor(parts: Pick<Parts, 'metrics' | 'log'>) {
    this.#parts = parts;
  }

  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    reason: AnsweredReason,
    code: ErrorCode = codes[reason],
  ): void {
    this.#parts.metrics.capturesRefused.inc({ reason });
    refuse(request, response, code);
  }

  /** Refuses a request whose body could not be read. A sender that went away gets no answer. */
  unread(request: IncomingMessage, response: ServerResponse, reason: UnreadBody | undefined): void {
    if (reason === 'bodyTooLarge') return this.refuse(request, response, 'body_too_large');
    if (reason === 'overloaded') return this.refuse(request, response, 'overloaded');
    const cause = hasTimedOut(request) ? 'timed_out' : 'aborted';
    this.#parts.metrics.capturesRefused.inc({ reason: cause });
  }

  /** Refuses a request that was not stored: 507 at a size limit, else 503. */
  unstored(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof GuestSpaceFull) return this.refuse(request, response, 'guest_space_full');
    if (error instanceof StoreFull) return this.refuse(request, response, 'store_full');
    if (error instanceof Overloaded) return this.refuse(request, response, 'overloaded');
    if (error instanceof TooManyLookUps)
      return this.refuse(request, response, 'overloaded', 'unavailable');
    this.#logFailure(error);
    this.refuse(request, response, 'store_unavailable');
  }

  #logFailure(error: unknown): void {
    if (Date.now() - this.#lastLoggedAt < logIntervalMs) return;
    this.#lastLoggedAt = Date.now();
    this.#parts.log.error({ err: error }, 'A capture could not be stored');
  }
}
