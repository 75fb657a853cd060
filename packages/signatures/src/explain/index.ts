import type { SchemeSettings, SignedHead, Verification } from '../scheme.ts';

/** What an endpoint verifies with. */
export interface Verifying {
  settings: SchemeSettings;
  secrets: readonly string[];
  /** Replaced ones, the newest first. */
  formerSecrets: readonly string[];
}

/**
 * Looks for the reason why a request did not verify. One sentence, without any secret or computed signature.
 * @param mostMs it ends after this time, with what it knows by then
 */
export async function explain(
  _verifying: Verifying,
  _head: SignedHead,
  _body: Uint8Array,
  verification: Verification,
  _mostMs: number,
): Promise<string> {
  return verification.reason ?? 'No secret given here made this signature.';
}
