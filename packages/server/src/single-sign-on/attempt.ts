import { createHash } from 'node:crypto';
import { mostNextCharacters } from '@hookwell/core/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/tables.ts';
import { cookieName, cookiesIn, cookieText } from '../http/header-values.ts';
import type { Addresses } from '../parts.ts';
import { createRandomSecret, isRandomSecret } from '../random-secret.ts';

/** A log-in that was begun, as the cookie of its browser keeps it. */
export interface Attempt {
  /** Comes back from the provider, and names the cookie. */
  state: string;
  /** Comes back in the ID token. */
  nonce: string;
  /** Proves to the provider that the code was asked for here (PKCE, RFC 7636). */
  verifier: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  next: string;
}

/** Within this time of its beginning a log-in must come back. */
const attemptLifeMs = 10 * 60_000;

const valuePattern = /^(\d{1,15})\.([\w-]{43})\.([\w-]{43})\.([\w-]*)$/;

/** A new attempt, with 256 random bits in each of its secrets. */
export function beginAttempt(next: string, now: number): Attempt {
  return {
    state: createRandomSecret(),
    nonce: createRandomSecret(),
    verifier: createRandomSecret(),
    begunAt: now,
    next,
  };
}

/** All of it but the state, which the cookie's name has. */
function cookieValueOf({ begunAt, nonce, verifier, next }: Attempt): string {
  return [begunAt, nonce, verifier, Buffer.from(next).toString('base64url')].join('.');
}

/** The attempt of a cookie; undefined if it is none, or over. */
function attemptOf(state: string, value: string, now: number): Attempt | undefined {
  const [, begun = '', nonce = '', verifier = '', next = ''] = valuePattern.exec(value) ?? [];
  if (!isRandomSecret(state) || begun === '') return undefined;
  const begunAt = Number(begun);
  if (now >= begunAt + attemptLifeMs || now < begunAt) return undefined;
  const path = nextPath(Buffer.from(next, 'base64url').toString());
  return { state, nonce, verifier, begunAt, next: path };
}

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

/**
 * Notes that an attempt was used, on all nodes. False if it was before: an address that leads back counts once, even for a browser
 * that kept the cookie and a provider that takes a code twice. The note is a row of `auth_attempt`, so the retention removes it.
 */
export async function noteUsed(db: Database, state: string, now: number): Promise<boolean> {
  const subject = `sign-on ${createHash('sha256').update(state).digest('hex')}`;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_attempt')
    // It stays until the attempt could not be used any more.
    .values({ subject, started_at: now + attemptLifeMs, attempts: 1 })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** White space and control characters, which browsers leave out, and what they take for a slash. */
const misread = /[\p{Cc}\s\\]/u;

const base = 'http://own.invalid';

/**
 * The path of ours that a text names; `/` if it names anything else. Anybody can write a link with such a text, so it must lead to
 * no other site: neither by itself nor by a reply of an endpoint, which its owner decides.
 */
export function nextPath(text: string | undefined): string {
  if (text === undefined || text.length > mostNextCharacters) return '/';
  if (!text.startsWith('/') || misread.test(text)) return '/';
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return /^\/(wh|api)(\/|$)/i.test(url.pathname) || path.length > mostNextCharacters ? '/' : path;
}
