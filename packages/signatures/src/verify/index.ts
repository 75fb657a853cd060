import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SchemeSettings, SignedHead, Verification } from '../scheme.ts';

/** The hashing of a body while it arrives. */
export interface BodyHashing {
  update(piece: Uint8Array): void;
}

/** Verifies the requests of an endpoint. Made once for its settings, it keeps the keys ready. */
export class Verifier {
  readonly #settings: SchemeSettings;
  readonly #secrets: readonly string[];

  constructor(settings: SchemeSettings, secrets: readonly string[]) {
    this.#settings = settings;
    this.#secrets = secrets;
  }

  /** Begins to hash a body that arrives in pieces; undefined if that is of no use to the scheme. */
  begin(_head: SignedHead): BodyHashing | undefined {
    return undefined;
  }

  /**
   * Verifies a request. At once, unless that would take long.
   * @param hashing of the whole body, if it was hashed while it arrived
   */
  verify(
    head: SignedHead,
    body: readonly Uint8Array[],
    _hashing?: BodyHashing,
  ): Verification | Promise<Verification> {
    if (this.#settings.scheme !== 'github') return { verdict: 'unverifiable' };
    const at = head.headers.findIndex(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'x-hub-signature-256',
    );
    if (at === -1) return { verdict: 'missing', reason: 'There is no X-Hub-Signature-256 header.' };
    const given = Buffer.from(head.headers[at + 1] ?? '');
    for (const [secret, key] of this.#secrets.entries()) {
      const hmac = createHmac('sha256', key);
      for (const piece of body) hmac.update(piece);
      const expected = Buffer.from(`sha256=${hmac.digest('hex')}`);
      if (expected.length === given.length && timingSafeEqual(expected, given))
        return { verdict: 'valid', secret };
    }
    return { verdict: 'invalid', reason: 'No secret given here made this signature.' };
  }
}
