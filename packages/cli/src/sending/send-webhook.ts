import { requestHeader } from '@hookwell/core/api/settings-names';
import { longestDelayMs } from '@hookwell/core/rules';
import { CommandFailure } from '../command-line/outcome.ts';
import { byteSize } from '../output/amounts.ts';
import { type Delivery, type OutgoingRequest, sendOnce } from './sender.ts';
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

/** What the answer of a receive URL says about the webhook itself. */
export interface ReceiveAnswer {
  /** Of the captured request; absent if nothing says that it was stored. */
  id?: number;
  /** The words of the acknowledgement; absent if the answer is one of the endpoint's own. */
  message?: string;
}

export function readAnswer(delivery: Delivery): ReceiveAnswer {
  const body = objectIn(delivery);
  const id = idOf(delivery);
  const message = messageOf(body, id);
  return { ...(id !== undefined && { id }), ...(message !== undefined && { message }) };
}

function idOf({ headers }: Delivery): number | undefined {
  const told = headers?.[requestHeader.toLowerCase()];
  return typeof told === 'string' && /^[1-9]\d{0,15}$/.test(told) ? Number(told) : undefined;
}

/** The words of an acknowledgement, which has the id as well: an endpoint's own answer may look like one. */
function messageOf(body: object | undefined, id: number | undefined): string | undefined {
  if (body === undefined || !('id' in body && 'message' in body)) return undefined;
  return body.id === id && typeof body.message === 'string' ? body.message : undefined;
}

function objectIn({ answer }: Delivery): object | undefined {
  try {
    const value: unknown = JSON.parse(answer.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The status of an answer that says of no stored webhook, and the reason, as the rest of a sentence. */
export function refusal(delivery: Delivery, sent: OutgoingRequest): string {
  const { status } = delivery;
  const body = objectIn(delivery);
  if (body === undefined || !('error' in body)) {
    return `${status}, and nothing in the answer says that it was stored: this is no Hookwell service`;
  }
  const isForGuests = String(body.error).includes('Guests');
  return `${status}: ${body.error}${remedy(status, sent, isForGuests)}`;
}

/** The limit that was met, and a remedy. */
function remedy(
  status: number | undefined,
  { body }: OutgoingRequest,
  isForGuests: boolean,
): string {
  switch (status) {
    case 413:
      return ` (this one has ${byteSize(body.length)}; a service takes 25 MiB, or what its HOOKWELL_MAX_BODY_BYTES says)`;
    case 429:
      return ' (more than its HOOKWELL_RECEIVE_RATE_LIMIT a second, or far more than the plan keeps: try again)';
    case 431:
      return ' (32 KiB at most, with the URL: leave some out)';
    case 507:
      if (isForGuests) {
        return ' ("hookwell requests clear" makes room; endpoints of a registered account have more)';
      }
      return ' (its HOOKWELL_MAX_STORE_BYTES, or less than 1 GiB free on its disk; "hookwell requests clear" makes room)';
    default:
      return '';
  }
}
