import { requestHeader } from '@hookwell/contract/request-header';
import { byteSize } from '../output/amounts.ts';
import type { Delivery, OutgoingRequest } from './sender.ts';

/** What the answer of a receive URL says about the webhook itself. */
export interface ReceiveAnswer {
  /** Of the captured request; absent if nothing says that it was stored. */
  id?: number;
  /** The words of the acknowledgement; absent if the answer is one of the endpoint's own. */
  message?: string;
}

export function readAnswer(delivery: Delivery): ReceiveAnswer {
  const body = objectIn(delivery);
  const id = idOf(delivery, body);
  const message = messageOf(body, id);
  return { ...(id !== undefined && { id }), ...(message !== undefined && { message }) };
}

/** The id that the answer tells. A service that tells none in a header acknowledges with it. */
function idOf({ status, headers }: Delivery, body: object | undefined): number | undefined {
  const told = headers?.[requestHeader.toLowerCase()];
  if (typeof told === 'string' && /^[1-9]\d{0,15}$/.test(told)) return Number(told);
  return status === 200 && isAcknowledgement(body) ? body.id : undefined;
}

function isAcknowledgement(body: object | undefined): body is { id: number } {
  return body !== undefined && 'id' in body && typeof body.id === 'number';
}

function messageOf(body: object | undefined, id: number | undefined): string | undefined {
  if (id === undefined || !isAcknowledgement(body) || body.id !== id || !('message' in body))
    return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
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
    return (
      `${status}, and nothing in the answer says that it was stored: ` +
      'this is no Hookwell service, or one that is older than this command and answers as the endpoint says'
    );
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
