import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../http/api-error.ts';

/** How far, in seconds, a signature's time may be from ours, before or after. */
const tolerance = 300;

/** No provider sends more: a longer header is refused before anything is computed. */
const longestHeader = 4096;

export interface SignedBody {
  /** The signature header as it was sent; undefined where there is none. */
  header: string | string[] | undefined;
  /** The bytes of the body as they were sent. */
  body: Uint8Array;
  /** Any of them may have signed: while one secret replaces another both are in use. */
  secrets: readonly string[];
  /** Our time, in milliseconds. */
  now: number;
}

/**
 * Checks `t=<unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<body>` under a secret. There
 * may be several `v1`; what has other names is left to others. Returns the time of the signature in
 * seconds. Throws `wrongSignature`.
 */
export function verifySignature({ header, body, secrets, now }: SignedBody): number {
  const { time, signatures } = parseHeader(header);
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  );
  let isRight = false;
  // All are compared, each in constant time: how long it takes tells nothing about which was close.
  for (const signature of signatures) {
    for (const own of expected) isRight = timingSafeEqual(own, signature) || isRight;
  }
  if (!isRight) throw new ApiError('wrongSignature');
  if (Math.abs(Math.floor(now / 1000) - Number(time)) > tolerance) {
    throw new ApiError('wrongSignature', {
      sentence: `The payment signature is more than ${tolerance} seconds old or ahead of our clock`,
    });
  }
  return Number(time);
}

/** `time` stays the text that was signed. */
function parseHeader(header: SignedBody['header']): { time: string; signatures: Buffer[] } {
  if (typeof header !== 'string' || header.length > longestHeader) {
    throw new ApiError('wrongSignature');
  }
  const parts = header.split(',').map((part) => part.trim());
  const [time, ...moreTimes] = valuesOf(parts, 't=');
  // Of two times nobody could say which one counts.
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
