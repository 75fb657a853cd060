import type { SignatureFinding } from '@hookwell/core/api';
import { beingLookedInto } from '@hookwell/core/api/sentences';
import type { Verification } from '@hookwell/core/signatures';
import { pendingSignature } from '../capture-log/answering.ts';
import type { EndpointVerifier } from './endpoint-verifier.ts';
import type { Explained } from './explainer.ts';

/** The finding about the signature of a request, for its capture. */
export interface FoundSignature {
  verdict: Verification['verdict'];
  /** A `SignatureFinding` as JSON text, or a pending one (`pendingSignature`). */
  text: string;
  /** The text that takes its place, if it is pending. */
  later?: Promise<string>;
}

/** Whether it is worth looking for the reason. */
export function isUnexplained({ verdict }: Verification): boolean {
  return verdict === 'invalid' || verdict === 'missing' || verdict === 'stale';
}

/** Most requests are valid, and their schemes sign no time: of each secret of a verifier there is one such finding. */
const plain = new WeakMap<EndpointVerifier, Map<number, FoundSignature>>();

/**
 * A verification as it is stored with its capture. One that is valid says which secret made it.
 * @param explained a better reason than that of the verification
 */
export function findingOf(
  verifier: EndpointVerifier,
  verification: Verification,
  explained?: Explained,
): FoundSignature {
  const { verdict, secret, signedAt } = verification;
  if (verdict !== 'valid' || secret === undefined || signedAt !== undefined) {
    return newFinding(verifier, verification, explained);
  }
  let ofVerifier = plain.get(verifier);
  if (ofVerifier === undefined) {
    ofVerifier = new Map();
    plain.set(verifier, ofVerifier);
  }
  let finding = ofVerifier.get(secret);
  if (finding === undefined) {
    finding = newFinding(verifier, verification);
    ofVerifier.set(secret, finding);
  }
  return finding;
}

/** No sentence is that long; what a capture takes is bounded whatever it says. */
const mostReasonCharacters = 500;
/** A reason that is stored meanwhile has room after it for the words that it is being looked into. */
const mostKnownCharacters = 400;
/** The end of the year 9999: later times have another form. */
const latestMs = 253_402_300_799_999;

function newFinding(
  verifier: EndpointVerifier,
  verification: Verification,
  explained?: Explained,
): FoundSignature {
  const { verdict } = verification;
  const { sentence, later } = explained ?? {};
  if (sentence === undefined || later === undefined)
    return { verdict, text: findingText(verifier, verification, sentence) };
  const known = sentence.slice(0, mostKnownCharacters);
  const text = findingText(verifier, verification, `${known} ${beingLookedInto}`);
  return {
    verdict,
    text: pendingSignature(text),
    later: later.then((found) => findingText(verifier, verification, found)),
  };
}

function findingText(
  verifier: EndpointVerifier,
  { verdict, reason, signedAt, secret }: Verification,
  explained: string | undefined,
): string {
  const sentence = explained ?? reason ?? verifier.secretName(secret ?? Number.NaN);
  const finding: SignatureFinding = { scheme: verifier.scheme, verdict };
  if (sentence !== undefined) finding.reason = sentence.slice(0, mostReasonCharacters);
  if (signedAt !== undefined && signedAt >= 0 && signedAt <= latestMs) {
    finding.signedAt = new Date(signedAt).toISOString();
  }
  return JSON.stringify(finding);
}
