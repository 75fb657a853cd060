import { setTimeout as pause } from 'node:timers/promises';
import type { HookwellClient } from '@hookwell/client';
import { errorMessage } from '@hookwell/contract/error-message';
import {
  type Delivery,
  type OutgoingRequest,
  Sender,
  type SenderOptions,
} from '../sending/sender.ts';
import { isNotFound } from '../service/not-found.ts';
import { statusOf } from '../service/service-failure.ts';
import { type Captured, originalFor } from './original.ts';

/** Between two attempts at a target that is away, in milliseconds: twice as long each time. */
const shortestPause = 50;
const longestPause = 1000;

/** What became of a captured request that was to be forwarded. */
export interface Forwarded {
  /** Where it went; absent where it was not sent at all. */
  url?: string;
  /** Of the target's answer, as far as there was one. */
  status?: number;
  /** Why there was no whole answer, as the rest of a sentence. */
  error?: string;
  /** From sending it to the end of the answer; 0 where it was not sent. */
  milliseconds: number;
}

/** Whether the target did not take it. */
export function isRefused({ status, error }: Forwarded): boolean {
  return error !== undefined || status === undefined || status >= 400;
}

/** What is done while a target is away. */
export interface Retrying {
  /** For how many milliseconds a request is tried again that the target cannot have got; 0 for not at all. */
  milliseconds: number;
  /** Hears once that the target is away, and why. */
  onAway(error: string): void;
  /** Hears that it is back. */
  onBack(): void;
}

export interface ForwarderOptions extends SenderOptions {
  retrying?: Retrying;
  client: HookwellClient;
  target: URL;
  /** Ends the fetching of what was captured. What is being sent goes on. */
  signal: AbortSignal;
}

/** Sends captured requests on to one target. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #sender: Sender;
  #isAway = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#sender = new Sender(options);
  }

  /** Fetches its bytes. */
  prepare(captured: Captured): Promise<OutgoingRequest> {
    const { target, client, signal } = this.#options;
    return originalFor(target, captured, client, signal);
  }

  /**
   * Sends what was prepared. What cannot be had for a reason of its own is told like an answer.
   * @throws HookwellError where the service lets nothing more be read, and the reason of the signal
   */
  async forward(prepared: Promise<OutgoingRequest>): Promise<Forwarded> {
    const { target, signal } = this.#options;
    let outgoing: OutgoingRequest;
    try {
      outgoing = await prepared;
      signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      return { error: ownFailure(error), milliseconds: 0 };
    }
    const { answer: _, isUndelivered, ...delivery } = await this.#sendPatiently(outgoing);
    return { url: target.origin + outgoing.path, ...delivery };
  }

  /** Tries again as long as nothing of it arrived, and the options allow. */
  async #sendPatiently(outgoing: OutgoingRequest): Promise<Delivery> {
    const { target, signal, retrying } = this.#options;
    const ends = performance.now() + (retrying?.milliseconds ?? 0);
    for (let failures = 0; ; failures++) {
      const delivery = await this.#sender.send(target, outgoing);
      this.#tellHowTheTargetDoes(delivery);
      const left = ends - performance.now();
      if (!delivery.isUndelivered || left <= 0 || signal.aborted) return delivery;
      const milliseconds = Math.min(left, longestPause, shortestPause * 2 ** failures);
      await pause(milliseconds, undefined, { signal }).catch(() => {});
      if (signal.aborted) return delivery;
    }
  }

  #tellHowTheTargetDoes({ isUndelivered = false, error = '' }: Delivery): void {
    if (isUndelivered === this.#isAway) return;
    this.#isAway = isUndelivered;
    if (isUndelivered) this.#options.retrying?.onAway(error);
    else this.#options.retrying?.onBack();
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#sender.close();
  }
}

/** Why just this one could not be had. @throws the error itself where the next one would fail alike */
function ownFailure(error: unknown): string {
  if (error instanceof TypeError) return error.message;
  if (isNotFound(error)) return 'it was deleted meanwhile';
  if (statusOf(error) === 500) return `the service failed: ${errorMessage(error)}`;
  throw error;
}
