import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../api-error.ts';

/** The time of a signature may differ from ours by so much, before or after. */
const toleranceSeconds = 300;

/** No provider sends a longer header. It is refused before anything is computed. */
const mostHeaderCharacters = 4096;

export interface SignedEventBody {
  /** The signature header as it was sent; undefined if there is none. */
  header: string | string[] | undefined;
  /** The bytes of the body as they were sent. */
  body: Uint8Array;
  /** Any of them may have signed: both are in use while one secret replaces another. */
  secrets: readonly string[];
  /** Our time, in milliseconds. */
  now: number;
}

/**
 * Checks `t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<body>` under a secret. There may be
 * several `v1`; parts with other names are ignored. Returns the time of the signature in seconds since 1970.
 * @throws {ApiError} `wrongSignature`
 */
export function verifySignature({ header, body, secrets, now }: SignedEventBody): number {
  const { time, signatures } = parseHeader(header);
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  );
  let isRight = false;
  // All are compared, each in constant time, so that the duration tells nothing about the secrets.
  for (const signature of signatures) {
    for (const own of expected) isRight = timingSafeEqual(own, signature) || isRight;
  }
  if (!isRight) throw new ApiError('wrongSignature');
  if (Math.abs(Math.floor(now / 1000) - Number(time)) > toleranceSeconds) {
    throw new ApiError('wrongSignature', {
      sentence: `The payment signature is more than ${toleranceSeconds} seconds old or ahead of our clock`,
    });
  }
  return Number(time);
}

/**
 * Refuses what no provider can have signed, before its body is read.
 * @throws {ApiError} `wrongSignature`
 */
export function refuseUnsigned(header: SignedEventBody['header']): void {
  if (parseHeader(header).signatures.length === 0) throw new ApiError('wrongSignature');
}

/** `time` stays the text that was signed. */
function parseHeader(header: SignedEventBody['header']): { time: string; signatures: Buffer[] } {
  if (typeof header !== 'string' || header.length > mostHeaderCharacters) {
    throw new ApiError('wrongSignature');
  }
  const parts = header.split(',').map((part) => part.trim());
  const [time, ...moreTimes] = valuesOf(parts, 't=');
  // A header with two times is ambiguous.
  if (time === undefined || moreTimes.length > 0 || !/^\d{1,12}$/.test(time)) {
    throw new ApiError('wrongSignature');
  }
  const signatures = valuesOf(parts, 'v1=')
    .filter((hex) => /^[0-9a-f]{64}$/i.test(hex))
    .map((hex) => Buffer.from(hex, 'hex'));
  return { time, signatures };
}

function valuesOf(parts: readonly string[], prefix: string): string[] {
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
}
