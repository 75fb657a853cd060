import type { SignatureFinding } from '@hookwell/client';
import { visible } from '../output/visible.ts';

/** A captured request of an endpoint that verifies signatures has this. */
export interface Verified {
  signature?: SignatureFinding | undefined;
}

/**
 * `Signature valid: github, secret …k3f9`, `Signature invalid: github. No secret given here made this signature.`, safe
 * for a terminal; `undefined` if its endpoint verified none.
 */
export function signatureSentence({ signature }: Verified): string | undefined {
  if (signature === undefined) return undefined;
  const { verdict, scheme, reason = '', signedAt } = signature;
  const signed = signedAt === undefined ? '' : `, signed ${signedAt}`;
  const start = `Signature ${verdict}: ${scheme}`;
  const words =
    verdict === 'valid'
      ? [start, reason].filter(Boolean).join(', ') + signed
      : `${start}${signed}. ${reason}`.trimEnd();
  return visible(words);
}

/** `signature invalid`, safe for a terminal; `undefined` if its endpoint verified none. */
export function signatureWords({ signature }: Verified): string | undefined {
  return signature === undefined ? undefined : visible(`signature ${signature.verdict}`);
}
