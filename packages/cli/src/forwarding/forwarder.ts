import { setTimeout as pause } from 'node:timers/promises';
import { growingPause } from '@hookwell/client/patience';
import { errorMessage } from '@hookwell/contract/error-message';
import {
  type Delivery,
  type OutgoingRequest,
  Sender,
  type SenderOptions,
} from '../sending/sender.ts';
import { isNotFound } from '../service/not-found.ts';
import { statusOf } from '../service/service-failure.ts';
import type { Signing } from '../signatures/signing-options.ts';
import { type Captured, type OriginalSource, originalFor } from './original.ts';

/** The pauses between two attempts at a target that is away. */
const pauses = { firstMs: 50, longestMs: 1000 };

/** The outcome of forwarding a captured request. */
export interface Forwarded {
  /** The address that it was sent to; absent if it was not sent at all. */
  url?: string;
  /** The status of the target's answer, if there was one. */
  status?: number;
  /** The reason that there was no whole answer, as the rest of a sentence. */
  error?: string;
  /** The time from sending it to the end of the answer; 0 if it was not sent. */
  milliseconds: number;
}

/** Whether the target did not take the request. */
export function isRefused({ status, error }: Forwarded): boolean {
  return error !== undefined || status === undefined || status >= 400;
}

/** The conduct while a target is away. */
export interface Retrying {
  /** A request that the target cannot have got is tried again for this long; 0 for not at all. */
  retryMs: number;
  /** Hears once that the target is away, with the reason. */
  onAway(error: string): void;
  /** Hears that it is back. */
  onBack(): void;
}

export interface ForwarderOptions extends SenderOptions {
  retrying?: Retrying;
  /** Hears of the first request that was captured with headers that are not stored, and of their number. */
  onMissing?(id: number, headers: number): void;
  client: OriginalSource;
  target: URL;
  /** Signs each request anew whenever it is sent. */
  signing?: Signing | undefined;
  /** Ends the fetching of captured requests. Requests that are being sent go on. */
  signal: AbortSignal;
}

/** A captured request that is ready to be sent. */
export interface PreparedRequest {
  id: number;
  /** The number of its headers that are not stored. */
  droppedHeaders: number;
  /** Path and query at the target. */
  path: string;
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
}

/** Sends captured requests on to one target. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #sender: Sender;
  #isAway = false;
  #hasToldMissing = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#sender = new Sender(options);
  }

  /** Fetches the bytes of a captured request. */
  async prepare(captured: Forwardable): Promise<PreparedRequest> {
    const { target, client, signal, signing } = this.#options;
    const original = await originalFor(target, captured, client, signal);
    const { id } = captured;
    const { path, droppedHeaders } = original;
    const prepared = { id, droppedHeaders, path };
    if (signing === undefined) return { ...prepared, now: () => original };
    const { signer, address = target } = signing;
    const url = address.origin + original.pathAt(address);
    const place = { url, delivery: deliveryOf(captured), event: captured.event };
    return { ...prepared, now: () => signer.signed(original, place) };
  }

  /**
   * Sends a prepared request. If this request alone cannot be fetched, the outcome says so. Rejects with the
   * signal's reason once the signal is aborted.
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
    const { answer: _, isUndelivered, ...delivery } = await this.#sendPatiently(request, first);
    return { url: target.origin + request.path, ...delivery };
  }

  /** Tries again as long as nothing of the request has arrived, and the options allow. */
  async #sendPatiently(request: PreparedRequest, first: OutgoingRequest): Promise<Delivery> {
    const { target, signal, retrying } = this.#options;
    const ends = performance.now() + (retrying?.retryMs ?? 0);
    for (let failures = 0; ; failures++) {
      const outgoing = failures === 0 ? first : request.now();
      const delivery = await this.#sender.send(target, outgoing);
      this.#tellHowTheTargetDoes(delivery);
      const left = ends - performance.now();
      if (!delivery.isUndelivered || left <= 0 || signal.aborted) return delivery;
      const pauseMs = Math.min(left, growingPause(failures, pauses));
      await pause(pauseMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return delivery;
    }
  }

  #tellMissing({ id, droppedHeaders }: PreparedRequest): void {
    if (droppedHeaders === 0 || this.#hasToldMissing) return;
    this.#hasToldMissing = true;
    this.#options.onMissing?.(id, droppedHeaders);
  }

  #tellHowTheTargetDoes({ isUndelivered = false, error = '' }: Delivery): void {
    if (isUndelivered === this.#isAway) return;
    this.#isAway = isUndelivered;
    if (isUndelivered) this.#options.retrying?.onAway(error);
    else this.#options.retrying?.onBack();
  }

  /** Closes the kept connections. */
  close(): void {
    this.#sender.close();
  }
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
