import { setTimeout as pause } from 'node:timers/promises';
import type { HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { WithDropped } from '../captured-requests/readable-request.ts';
import {
  type Delivery,
  type OutgoingRequest,
  Sender,
  type SenderOptions,
} from '../sending/sender.ts';
import { isNotFound } from '../service/not-found.ts';
import { statusOf } from '../service/service-failure.ts';
import type { SigningChoice } from '../signatures/signing-options.ts';
import type { AnswerBack, SentBack } from './answer-back.ts';
import { type Captured, originalFor } from './original.ts';
import {
  noStatuses,
  pauseBeforeRetry,
  type Retrying,
  stateAfter,
  type TargetState,
} from './retrying.ts';

/** The outcome of forwarding a captured request. */
export interface Forwarded {
  /** The address that it was sent to; absent if it was not sent at all. */
  url?: string;
  /** The status of the target's answer, if there was one. */
  status?: number;
  /** The reason that there was no whole answer, as the rest of a sentence. */
  error?: string;
  /** The sender waited for the target's answer, and got it. */
  answered?: true;
  /** Why a sender that waited did not get the target's answer, as the rest of a sentence. */
  unanswered?: string;
  /** The number of times that the target got it, if it was tried again after an answer. */
  attempts?: number;
  /** The time from sending it, for the last time, to the end of the answer; 0 if it was not sent. */
  milliseconds: number;
}

/** Whether the target did not take the request. */
export function isRefused({ status, error }: Forwarded): boolean {
  return error !== undefined || status === undefined || status >= 400;
}

export interface ForwarderOptions extends SenderOptions {
  retrying?: Retrying;
  /** Hears of the first request that lacks headers, since they were dropped. */
  onMissing?(id: number, request: WithDropped): void;
  client: HookwellClient;
  target: URL;
  /** Signs each request anew whenever it is sent. */
  signing?: SigningChoice | undefined;
  /** Sends the target's answers back to senders that wait for them. */
  answerBack?: AnswerBack | undefined;
  /** Ends the fetching of captured requests. Requests that are being sent go on. */
  signal: AbortSignal;
}

/** A captured request that is ready to be sent. */
export interface PreparedRequest {
  id: number;
  /** Its headers as they are stored, and the number of those that are not. */
  stored: WithDropped;
  /** Path and query at the target. */
  path: string;
  /** The time until which its sender waits for the target's answer, by `performance.now()`; absent if it does not. */
  waitsUntil?: number;
  /**
   * The request as it is sent now.
   * @throws {SigningError} if it is to be signed, and its sender could not have signed it
   */
  now(): OutgoingRequest;
}

/** A captured request with what its signature needs. */
export interface Forwardable extends Captured {
  endpointId: number;
  receivedAt: string;
  delivery?: string;
  event?: string;
  /** Its sender waits for the answer of a listener. */
  waiting?: true;
}

/** Sends captured requests on to one target. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #sender: Sender;
  #targetState: TargetState = 'well';
  #hasToldMissing = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    const keepsHeaders = (options.retrying?.retryStatuses ?? noStatuses).size > 0;
    this.#sender = new Sender({ ...options, keepsHeaders, ...options.answerBack?.kept });
  }

  /** Fetches the bytes of a captured request. */
  async prepare(captured: Forwardable): Promise<PreparedRequest> {
    const { target, client, signal, signing, answerBack } = this.#options;
    const waitsUntil = captured.waiting ? answerBack?.waitsUntil() : undefined;
    const original = await originalFor(target, captured, client, signal);
    const { id } = captured;
    const { path } = original;
    const waiting = waitsUntil === undefined ? {} : { waitsUntil };
    const prepared = { id, stored: original, path, ...waiting };
    if (signing === undefined) return { ...prepared, now: () => original };
    const { signer, address = target } = signing;
    const url = address.origin + original.pathAt(address);
    const place = { url, delivery: deliveryOf(captured), event: captured.event };
    return { ...prepared, now: () => signer.signed(original, place) };
  }

  /**
   * Sends a prepared request. If this request alone cannot be fetched, the outcome says so. Rejects with the
   * signal's reason once the signal is aborted, unless the target has the request by then.
   * @throws {HookwellError} if the service gives no more requests
   */
  async forward(prepared: Promise<PreparedRequest>): Promise<Forwarded> {
    const { target, signal } = this.#options;
    let request: PreparedRequest;
    let first: OutgoingRequest;
    try {
      request = await prepared;
      signal.throwIfAborted();
      first = request.now();
    } catch (error) {
      signal.throwIfAborted();
      return { error: ownFailure(error), milliseconds: 0 };
    }
    this.#tellMissing(request);
    const { delivery, arrivals } = await this.#sendPatiently(request, first);
    const { status, error, milliseconds } = delivery;
    return {
      url: target.origin + request.path,
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
      ...(arrivals > 1 ? { attempts: arrivals } : {}),
      ...(await this.#answered(request, delivery)),
      milliseconds,
    };
  }

  async #answered(
    { id, waitsUntil }: PreparedRequest,
    delivery: Delivery,
  ): Promise<SentBack | undefined> {
    if (waitsUntil === undefined) return undefined;
    return await this.#options.answerBack?.send(id, delivery, waitsUntil);
  }

  /**
   * Tries again as long as nothing of the request has arrived, or the answer has a status that was chosen for that, and
   * the options allow. `arrivals` counts the attempts that have arrived, or may have.
   */
  async #sendPatiently(
    request: PreparedRequest,
    first: OutgoingRequest,
  ): Promise<{ delivery: Delivery; arrivals: number }> {
    const { target, signal, retrying, timeoutMs, answerBack } = this.#options;
    const { retryMs = 0, retryStatuses = noStatuses } = retrying ?? {};
    // Nobody waits longer for this answer, which may have no end.
    const longestMs = request.waitsUntil === undefined ? undefined : answerBack?.waitMs;
    const sending = { timeoutMs: Math.min(timeoutMs, longestMs ?? timeoutMs) };
    const ends = performance.now() + retryMs;
    let arrivals = 0;
    for (let failures = 0; ; failures++) {
      const outgoing = failures === 0 ? first : request.now();
      const delivery = await this.#sender.send(target, outgoing, sending);
      if (!delivery.isUndelivered) arrivals += 1;
      const state = stateAfter(delivery, retryStatuses);
      this.#tellHowTheTargetDoes(state, delivery);
      const left = ends - performance.now();
      // A timer may end a millisecond early: the attempt after it is the last one all the same.
      if (state === 'well' || left <= 1 || signal.aborted) return { delivery, arrivals };
      const pauseMs = Math.min(left, pauseBeforeRetry(state, failures, delivery));
      if (state === 'refusing' && isLastChance(request, pauseMs)) return { delivery, arrivals };
      await pause(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return { delivery, arrivals };
    }
  }

  #tellMissing({ id, stored }: PreparedRequest): void {
    if (stored.droppedHeaders === 0 || this.#hasToldMissing) return;
    this.#hasToldMissing = true;
    this.#options.onMissing?.(id, stored);
  }

  #tellHowTheTargetDoes(state: TargetState, { status = 0, error = '' }: Delivery): void {
    if (state === this.#targetState) return;
    this.#targetState = state;
    if (state === 'away') this.#options.retrying?.onAway(error);
    else if (state === 'refusing') this.#options.retrying?.onRefusing(status);
    else this.#options.retrying?.onBack();
  }

  /** Closes the kept connections. */
  close(): void {
    this.#sender.close();
  }
}

/** An answer that shall reach a sender in time is there so long before. */
const wayBackMs = 500;

/** Whether the sender still waits, and would not any more after such a pause: an answer that refuses is better than none. */
function isLastChance({ waitsUntil }: PreparedRequest, pauseMs: number): boolean {
  const now = performance.now();
  return waitsUntil !== undefined && now < waitsUntil && now + pauseMs > waitsUntil - wayBackMs;
}

/** The key of a request's delivery; without settings of their endpoint, each captured request is one. */
function deliveryOf({ delivery, endpointId, id, receivedAt }: Forwardable): string {
  return delivery ?? `${endpointId} ${id} ${receivedAt}`;
}

/** The reason that this request alone could not be fetched. An error that the next one would meet too is thrown. */
function ownFailure(error: unknown): string {
  if (error instanceof TypeError) return error.message;
  // By its name: the code that signs is loaded only by commands that sign.
  if (error instanceof Error && error.name === 'SigningError')
    return `it cannot be signed: ${error.message}`;
  if (isNotFound(error)) return 'it was deleted meanwhile';
  if (statusOf(error) === 500) return `the service failed: ${errorMessage(error)}`;
  throw error;
}
