import { requestHeader } from '@hookwell/core/api';
import type { HttpResponse } from '../connections/exchange.ts';
import { shortLingerMs } from '../connections/lingering.ts';
import type { PreparedAnswer, PreparedReply } from './prepared-answer.ts';

/** A reset throws away what the peer has not got yet: the answers before it have so long to arrive. */
const resetAfterOthersMs = 100;

/** The statuses that have no body (RFC 9110, 15.3.5, 15.3.6 and 15.4.5). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends an answer, or does what stands in its place, after the answers that are due before it on the connection. Head and
 * body are made in the answer's turn: a sender that asks for many at once and reads none has none made.
 * @param captureId the id of the stored capture, which every answer tells
 * @param onMade called once they were written
 */
export function sendAnswer(
  response: HttpResponse,
  answer: PreparedAnswer,
  {
    captureId,
    isStopping,
    onMade,
  }: { captureId: number; isStopping: () => boolean; onMade: () => void },
): void {
  if (answer.kind !== 'answer') {
    return answer.kind === 'reset' ? reset(response) : closeUnanswered(response);
  }
  const send = (): void => {
    const headers = [...answer.headers, requestHeader, String(captureId)];
    const told = { ...answer, headers };
    if (answer.truncatedTo === undefined) sendWhole(response, told, isStopping());
    else truncate(response, told, answer.truncatedTo);
    onMade();
  };
  if (answer.hasFields || answer.truncatedTo === undefined) response.inTurn(send);
  else send();
}

function sendWhole(response: HttpResponse, answer: PreparedReply, isStopping: boolean): void {
  const { status, headers } = answer;
  if (isStopping) response.req.connection.endWith(response);
  // A 204 has no length (RFC 9110, 8.6), and that of a 304 would be another answer's.
  if (withoutBody.has(status))
    return response.answer(status, [...headers, ...(status === 205 ? lengthOf(0) : [])]);
  const body = answer.body();
  response.answer(status, [...headers, ...lengthOf(body.length)], body);
}

function lengthOf(bytes: number): string[] {
  return ['Content-Length', String(bytes)];
}

/** Closes the connection in the answer's turn. Requests behind it get no answer either. */
function closeUnanswered(response: HttpResponse): void {
  const { connection } = response.req;
  connection.makeLast(response);
  response.inTurn(() => connection.linger(shortLingerMs));
}

function reset(response: HttpResponse): void {
  response.req.connection.makeLast(response);
  const isFirst = response.socket !== null;
  response.inTurn((socket) => {
    if (isFirst) socket.resetAndDestroy();
    // The callback comes once the system has all bytes that were written before.
    else socket.write('', () => setTimeout(() => socket.resetAndDestroy(), resetAfterOthersMs));
  });
}

/** Announces one byte more than it sends, or the whole body if that is longer. A short body is filled up. */
function truncate(response: HttpResponse, answer: PreparedReply, bytes: number): void {
  const { status, headers } = answer;
  const { connection } = response.req;
  const body = answer.body();
  connection.makeLast(response);
  const length = lengthOf(Math.max(body.length, bytes + 1));
  const sent = filledUp(body, bytes);
  response.begin(withoutBody.has(status) ? 200 : status, [...headers, ...length], sent);
  response.inTurn(() => connection.linger(shortLingerMs));
}

const space = 0x20;

/** The first bytes of a body, with spaces behind a shorter one. */
function filledUp(body: Uint8Array, bytes: number): Uint8Array {
  if (body.length >= bytes) return body.subarray(0, bytes);
  const filled = new Uint8Array(bytes).fill(space);
  filled.set(body);
  return filled;
}
