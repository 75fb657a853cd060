import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@hookwell/contract';
import { hasTimedOut } from '../connections/timed-out.ts';
import { StoreFull } from '../database/errors.ts';
import type { RefusalReason } from '../metrics.ts';
import type { Parts } from '../parts.ts';
import { refuse } from './answers.ts';
import type { UnreadBody } from './body-reader.ts';
import { GuestSpaceFull } from './guest-space.ts';
import { TooManyLookUps } from './token-look-ups.ts';

/** Answers what is not stored, counts it by its reason, and says in the log where the store fails. */
export class Refusals {
  readonly #parts: Pick<Parts, 'metrics' | 'log'>;
  #lastFailureLogged = 0;

  constructor(parts: Pick<Parts, 'metrics' | 'log'>) {
    this.#parts = parts;
  }

  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    code: ErrorCode,
    reason: RefusalReason,
  ): void {
    this.#parts.metrics.capturesRefused.inc({ reason });
    refuse(request, response, code);
  }

  /** Its body could not be read. A sender that went away gets no answer. */
  unread(request: IncomingMessage, response: ServerResponse, reason: UnreadBody | undefined): void {
    if (reason === 'bodyTooLarge') this.refuse(request, response, 'bodyTooLarge', 'body_too_large');
    else if (reason === 'overloaded') this.refuse(request, response, 'overloaded', 'overloaded');
    else {
      const gone = hasTimedOut(request) ? 'timed_out' : 'aborted';
      this.#parts.metrics.capturesRefused.inc({ reason: gone });
    }
  }

  /** Nothing was stored, whatever the reason: 507 at a size limit, else 503. Never 200. */
  unstored(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof GuestSpaceFull)
      return this.refuse(request, response, 'guestSpaceFull', 'guest_space_full');
    if (error instanceof StoreFull)
      return this.refuse(request, response, 'storeFull', 'store_full');
    if (error instanceof TooManyLookUps)
      return this.refuse(request, response, 'unavailable', 'overloaded');
    this.#logFailure(error);
    this.refuse(request, response, 'unavailable', 'store_unavailable');
  }

  /** Once a second is enough: in an outage every capture fails the same way. */
  #logFailure(error: unknown): void {
    if (Date.now() - this.#lastFailureLogged < 1000) return;
    this.#lastFailureLogged = Date.now();
    this.#parts.log.error({ err: error }, 'captures cannot be stored');
  }
}
