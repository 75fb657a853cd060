import { setTimeout as pause } from 'node:timers/promises';
import { growingPause, retryAfterSeconds } from '@hookwell/client/patience';
import { readAnswer } from '../sending/receive-answer.ts';
import { timeoutMs } from '../sending/send-webhook.ts';
import { type Delivery, type OutgoingRequest, Sender } from '../sending/sender.ts';
import { mostAnswerBytes } from '../sending/sending-options.ts';

/** The pauses where the service names none. */
const pauses = { firstMs: 250, longestMs: 5000 };

/** A service that is not there may be starting again. */
const longestAbsenceMs = 30_000;
/** One that answers, and asks for time: for so long nothing is taken. */
const longestDelayMs = 10 * 60_000;

/** An interrupted command waits so long for the answer to what it has sent. */
const lastAnswerMs = 2000;

/** Sends requests to a receive URL, and waits out a service that is away or asks for time. */
export class PatientSender {
  readonly #sender = new Sender({
    timeoutMs,
    keptAnswerBytes: mostAnswerBytes,
    keepsHeaders: true,
  });
  readonly #receiveUrl: URL;
  readonly #signal: AbortSignal;
  readonly #onWait: (reason: string) => void;
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** @param onWait hears the reason before each pause */
  constructor(receiveUrl: URL, signal: AbortSignal, onWait: (reason: string) => void) {
    this.#receiveUrl = receiveUrl;
    this.#signal = signal;
    this.#onWait = onWait;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /**
   * The outcome, which says whether the request was stored, refused, or got no answer. If the service was away for too
   * long, or asked for too much time, that is the outcome.
   * @throws {Interrupted} if the command was interrupted in a pause
   */
  async send(outgoing: OutgoingRequest): Promise<Delivery> {
    const began = performance.now();
    for (let failures = 0; ; failures++) {
      const delivery = await this.#sender.send(this.#receiveUrl, outgoing, this.#end);
      const pauseMs = pauseAfter(delivery, failures);
      if (pauseMs === undefined) return delivery;
      const mostMs = delivery.isUndelivered ? longestAbsenceMs : longestDelayMs;
      this.#signal.throwIfAborted();
      if (performance.now() - began + pauseMs > mostMs) return delivery;
      this.#onWait(delivery.error ?? `the service answers with ${delivery.status}`);
      await pause(pauseMs, undefined, { signal: this.#signal }).catch(() => {});
      this.#signal.throwIfAborted();
    }
  }

  /** Closes the kept connections. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
    this.#sender.close();
  }

  readonly #onAbort = (): void => {
    this.#timer = setTimeout(() => this.#end.abort(), lastAnswerMs);
  };
}

/** Whether the service, or a proxy before it, may take the same request later. */
export function isPassing(delivery: Delivery): boolean {
  const { status, isUndelivered = false } = delivery;
  if (readAnswer(delivery).id !== undefined) return false;
  return isUndelivered || status === 429 || status === 502 || status === 503;
}

function pauseAfter(delivery: Delivery, failures: number): number | undefined {
  if (!isPassing(delivery)) return undefined;
  const askedMs = (retryAfterSeconds(delivery.headers?.['retry-after']) ?? 0) * 1000;
  return Math.max(askedMs, growingPause(failures, pauses));
}
