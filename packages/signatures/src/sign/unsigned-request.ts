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
