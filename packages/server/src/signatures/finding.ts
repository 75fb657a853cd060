import type { SignatureFinding } from '@hookwell/contract';
import type { Verification } from '@hookwell/signatures';
import type { EndpointVerifier } from './endpoint-verifier.ts';

/** What is known of the signature of a request, for its capture. */
export interface Finding {
  verdict: Verification['verdict'];
  /** A `SignatureFinding` as JSON text. */
  text: string;
}

/** Whether it is worth looking for the reason. */
export function isUnexplained({ verdict }: Verification): boolean {
  return verdict === 'invalid' || verdict === 'missing' || verdict === 'stale';
}

/** The end of the year 9999: later times have another form. */
const latestMs = 253_402_300_799_999;

/**
 * A verification as it is stored with its capture. One that is valid says which secret made it.
 * @param reason a better one than that of the verification
 */
export function findingOf(
  verifier: EndpointVerifier,
  { verdict, reason, signedAt, secret }: Verification,
  explained: string | undefined,
): Finding {
  const sentence = explained ?? reason ?? verifier.secretName(secret ?? Number.NaN);
  const finding: SignatureFinding = { scheme: verifier.scheme, verdict };
  if (sentence !== undefined) finding.reason = sentence;
  if (signedAt !== undefined && signedAt >= 0 && signedAt <= latestMs) {
    finding.signedAt = new Date(signedAt).toISOString();
  }
  return { verdict, text: JSON.stringify(finding) };
}
