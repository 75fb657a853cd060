import { createHmac } from 'node:crypto';
import type { SchemeSettings } from '../scheme.ts';

/** A request to sign. */
export interface UnsignedRequest {
  method: string;
  /** The address that the receiver knows itself by. */
  url: string;
  /** `[name, value, …]` */
  headers: readonly string[];
  body: Uint8Array;
}

export interface SigningFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** The delivery's id; a new one if absent. */
  id?: string;
  /** The name of the event, for senders that put it into a header. */
  event?: string;
}

/** A request that cannot be signed; the message says why. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
}

/**
 * The headers that the sender would add to a request, `[name, value, …]`: they take the place of those of the same names.
 * @throws {SigningError}
 */
export function sign(
  { scheme }: SchemeSettings,
  secret: string,
  { body }: UnsignedRequest,
  _facts: SigningFacts,
): readonly string[] {
  if (scheme !== 'github') throw new SigningError(`${scheme} cannot be signed`);
  return [
    'X-Hub-Signature-256',
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  ];
}
