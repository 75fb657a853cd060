import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookiesIn, cookieText } from '../http/cookies.ts';
import type { Addresses } from '../parts.ts';
import { type Attempt, attemptLifeMs, attemptOf, cookieValueOf } from './attempt.ts';

/** A browser has one cookie for each log-in under way, so that several tabs can log in at once. So many, the oldest ones go. */
const mostAttempts = 4;

const prefix = 'hookwell_sign_on_';

/** The attempt that the state belongs to, if this browser began it. */
export function readAttempt(
  request: FastifyRequest,
  addresses: Addresses,
  state: string,
  now: number,
): Attempt | undefined {
  return attemptsOf(request, addresses, now).find((attempt) => attempt.state === state);
}

/** Sends the cookie of a new attempt, and ends the oldest ones where there are too many. */
export function sendAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: Addresses,
  attempt: Attempt,
): void {
  const present = attemptsOf(request, addresses, attempt.begunAt);
  const newestFirst = present.toSorted((one, other) => other.begunAt - one.begunAt);
  for (const { state } of newestFirst.slice(mostAttempts - 1)) endAttempt(reply, addresses, state);
  const name = prefix + attempt.state;
  reply.header(
    'set-cookie',
    cookieText(addresses, name, cookieValueOf(attempt), attemptLifeMs / 1000),
  );
}

/** Makes the browser forget the attempt. */
export function endAttempt(reply: FastifyReply, addresses: Addresses, state: string): void {
  reply.header('set-cookie', cookieText(addresses, prefix + state, '', 0));
}

function attemptsOf({ headers }: FastifyRequest, addresses: Addresses, now: number): Attempt[] {
  const start = cookieName(addresses, prefix);
  const attempts: Attempt[] = [];
  for (const [name, value] of cookiesIn(headers.cookie)) {
    if (!name.startsWith(start)) continue;
    const attempt = attemptOf(name.slice(start.length), value, now);
    if (attempt !== undefined) attempts.push(attempt);
  }
  return attempts;
}
