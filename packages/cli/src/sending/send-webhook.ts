import { CommandFailure } from '../command-line/outcome.ts';
import { byteSize } from '../output/amounts.ts';
import { type OutgoingRequest, sendOnce } from './sender.ts';
import { defaultTimeoutMs } from './sending-options.ts';

/** The answer of the receive URL once a request is stored. */
export interface Acknowledgement {
  id: number;
}

/**
 * Sends a webhook, as any sender would, to a receive URL; the path of the request is added to it. Rejects with
 * the signal's reason once the signal is aborted.
 * @throws {CommandFailure} if the webhook was not stored
 */
export async function sendWebhook(
  receiveUrl: URL,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<Acknowledgement> {
  const path = receiveUrl.pathname + outgoing.path;
  const options = { timeoutMs: defaultTimeoutMs, keptAnswerBytes: 64 * 1024, signal };
  const { status, error, answer } = await sendOnce(receiveUrl, { ...outgoing, path }, options);
  signal.throwIfAborted();
  if (error !== undefined) throw new CommandFailure(`The webhook was not taken: ${error}`);
  const body = parseObject(answer.toString('utf8'));
  if (status === 200 && isAcknowledgement(body)) return body;
  throw new CommandFailure(refusal(status, body, outgoing));
}

function isAcknowledgement(body: object | undefined): body is Acknowledgement {
  return body !== undefined && 'id' in body && typeof body.id === 'number';
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal(
  status: number | undefined,
  body: object | undefined,
  sent: OutgoingRequest,
): string {
  const reason = body !== undefined && 'error' in body ? `: ${body.error}` : '';
  const isForGuests = reason.includes('Guests');
  return `The webhook was answered with ${status}${reason}${remedy(status, sent, isForGuests)}`;
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
      return ' (its HOOKWELL_MAX_STORE_BYTES; "hookwell requests clear" makes room)';
    default:
      return '';
  }
}
