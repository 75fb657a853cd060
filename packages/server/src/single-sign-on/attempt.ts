import { createRandomSecret, isRandomSecret } from '../random-secret.ts';
import { nextPath } from './next-path.ts';

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
export const attemptLifeMs = 10 * 60_000;

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
export function cookieValueOf({ begunAt, nonce, verifier, next }: Attempt): string {
  return [begunAt, nonce, verifier, Buffer.from(next).toString('base64url')].join('.');
}

/** The attempt of a cookie; undefined if it is none, or over. */
export function attemptOf(state: string, value: string, now: number): Attempt | undefined {
  const [, begun = '', nonce = '', verifier = '', next = ''] = valuePattern.exec(value) ?? [];
  if (!isRandomSecret(state) || begun === '') return undefined;
  const begunAt = Number(begun);
  if (now >= begunAt + attemptLifeMs || now < begunAt) return undefined;
  const path = nextPath(Buffer.from(next, 'base64url').toString());
  return { state, nonce, verifier, begunAt, next: path };
}
