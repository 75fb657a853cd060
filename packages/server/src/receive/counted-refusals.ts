import { type ErrorCode, errorCatalogue, type RefusedReason } from '@hookwell/core/api';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import type { Fault, RefusedHead } from '../connections/request-head.ts';
import { StoreFull } from '../database/errors.ts';
import { TooManyLookUps } from '../database/grouped-look-ups.ts';
import { Overloaded } from '../fairness/overloaded.ts';
import type { RefusalReason } from '../metrics.ts';
import type { Parts } from '../parts.ts';
import { refuse } from './answers.ts';
import type { UnreadBody } from './body-reader.ts';
import { GuestSpaceFull } from './guest-space.ts';
import type { RefusalNotes } from './refusal-notes.ts';

/** The log tells so often at most that captures cannot be stored: in an outage all fail the same way. */
const logIntervalMs = 1000;

/** The reasons with an answer of the receive plane, and what that mostly is. */
type AnsweredReason = Exclude<
  RefusalReason,
  'malformed' | 'headers_too_large' | 'timed_out' | 'aborted'
>;

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

/** The reasons of what the HTTP server ends by itself. */
const reasonsOfFaults: Readonly<Record<Fault['code'], RefusedReason>> = {
  malformedHttp: 'malformed',
  headersTooLarge: 'headers_too_large',
  requestTimeout: 'timed_out',
  overloaded: 'overloaded',
};

/** Refuses requests, counts the refusals by reason, notes them for the endpoints' owners, and logs failures of the store. */
export class CountedRefusals {
  readonly #parts: Pick<Parts, 'metrics' | 'log'>;
  readonly #notes: RefusalNotes;
  #lastLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Pick<Parts, 'metrics' | 'log'>, notes: RefusalNotes) {
    this.#parts = parts;
    this.#notes = notes;
  }

  /** @param arrivedBytes the bytes of body that have come */
  refuse(
    request: HttpRequest,
    response: HttpResponse,
    reason: AnsweredReason,
    code: ErrorCode = codes[reason],
    arrivedBytes = 0,
  ): void {
    this.#parts.metrics.capturesRefused.inc({ reason });
    if (reason !== 'unknown_endpoint' && reason !== 'method')
      this.#notes.note(request, { reason, status: errorCatalogue[code].status, arrivedBytes });
    refuse(request, response, code);
  }

  /** Refuses a request whose body could not be read, of which so much has come. A sender that went away gets no answer. */
  unread(
    request: HttpRequest,
    response: HttpResponse,
    reason: UnreadBody | undefined,
    arrivedBytes: number,
  ): void {
    if (reason === 'bodyTooLarge' || reason === 'overloaded') {
      const refused = reason === 'overloaded' ? reason : 'body_too_large';
      return this.refuse(request, response, refused, codes[refused], arrivedBytes);
    }
    this.#ended(request, request.fault, arrivedBytes);
  }

  /** Counts a request that the HTTP server refused, or lost, before it was handed over. */
  head(head: RefusedHead, fault: Fault | undefined): void {
    if (!this.#notes.isForEndpoint(head)) return;
    this.#parts.metrics.capturesReceived.inc();
    this.#ended(head, fault, 0);
  }

  #ended(head: RefusedHead, fault: Fault | undefined, arrivedBytes: number): void {
    const reason = fault === undefined ? 'aborted' : reasonsOfFaults[fault.code];
    const isAnswered = fault !== undefined && fault.code !== 'overloaded';
    const status = isAnswered ? errorCatalogue[fault.code].status : undefined;
    this.#parts.metrics.capturesRefused.inc({ reason });
    this.#notes.note(head, { reason, status, detail: fault?.detail, arrivedBytes });
  }

  /** Refuses a request that was not stored: 507 at a size limit, else 503. */
  unstored(
    request: HttpRequest,
    response: HttpResponse,
    error: unknown,
    arrivedBytes: number,
  ): void {
    const as = (reason: AnsweredReason, code = codes[reason]): void =>
      this.refuse(request, response, reason, code, arrivedBytes);
    if (error instanceof GuestSpaceFull) return as('guest_space_full');
    if (error instanceof StoreFull) return as('store_full');
    if (error instanceof TooManyLookUps) return as('overloaded', 'unavailable');
    if (error instanceof Overloaded) return as('overloaded');
    this.#logFailure(error);
    as('store_unavailable');
  }

  #logFailure(error: unknown): void {
    const now = performance.now();
    if (now - this.#lastLoggedAt < logIntervalMs) return;
    this.#lastLoggedAt = now;
    this.#parts.log.error({ err: error }, 'A capture could not be stored');
  }
}
