import { longestDelayMs } from '@hookwell/replies';
import { CommandFailure } from '../command-line/outcome.ts';
import { readAnswer, refusal } from './receive-answer.ts';
import { type OutgoingRequest, sendOnce } from './sender.ts';
import { defaultTimeoutMs, mostAnswerBytes } from './sending-options.ts';

/** A webhook that is stored, and what its endpoint answered. */
export interface StoredWebhook {
  /** Of the captured request. */
  id: number;
  status: number;
  /** The words of the acknowledgement; absent if the answer is one of the endpoint's own. */
  message?: string;
  /** The beginning of the answer's body, up to `mostAnswerBytes`. */
  answer: string;
  /** Why the answer is not whole, as the rest of a sentence. */
  error?: string;
}

/** A reply of the endpoint may wait for so long before it is sent. */
const timeoutMs = longestDelayMs + defaultTimeoutMs;

/**
 * Sends a webhook, as any sender would, to a receive URL; the path of the request is added to it. Whatever the endpoint
 * answers is an answer. Rejects with the signal's reason once the signal is aborted.
 * @throws {CommandFailure} if the webhook was not stored, or nothing says that it was
 */
export async function sendWebhook(
  receiveUrl: URL,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<StoredWebhook> {
  const path = receiveUrl.pathname + outgoing.path;
  const options = { timeoutMs, keptAnswerBytes: mostAnswerBytes, keepsHeaders: true, signal };
  const delivery = await sendOnce(receiveUrl, { ...outgoing, path }, options);
  signal.throwIfAborted();
  const { status, error, isUndelivered } = delivery;
  const { id, message } = readAnswer(delivery);
  if (id !== undefined && status !== undefined) {
    const answer = delivery.answer.toString('utf8');
    return {
      ...{ id, status, answer },
      ...(message === undefined ? {} : { message }),
      ...(error === undefined ? {} : { error }),
    };
  }
  if (error === undefined) {
    throw new CommandFailure(`The webhook was answered with ${refusal(delivery, outgoing)}`);
  }
  const doubt = isUndelivered ? '' : ' (if the endpoint answers so, the webhook is stored)';
  throw new CommandFailure(`The webhook was not acknowledged: ${error}${doubt}`);
}
