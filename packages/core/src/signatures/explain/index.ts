import type { SignedHead, Verification } from '../scheme.ts';
import { headerNames } from '../schemes/headers.ts';
import { findScheme } from '../schemes/table.ts';
import { waysOf } from '../schemes/ways.ts';
import { noSecretMadeIt } from '../verify/method.ts';
import { otherAddresses } from './addresses.ts';
import { mostBodyBytes, otherBodies } from './bodies.ts';
import { explainAbsent, explainStale } from './by-head.ts';
import { type OtherKeys, otherKeys } from './keys.ts';
import { hasSignature, ownSignatureInOtherForms, signaturesElsewhere } from './other-forms.ts';
import { asToken, schemesByHeaders, underOtherSchemes } from './other-schemes.ts';
import {
  type Case,
  CauseSearch,
  type TriedVariant,
  type Variant,
  type Verifying,
} from './search.ts';

export { mostBodyBytes } from './bodies.ts';
export type { Verifying } from './search.ts';

/**
 * Looks for the reason why a request did not verify. One sentence, or two with what to do, without any secret or computed
 * signature. Takes the processor for that time: not for the event loop of a server.
 * @param body larger ones than `mostBodyBytes` are not looked into
 * @param mostMs it ends after this time, with what it knows by then
 * @param now the clock of that time, in milliseconds
 */
export async function explain(
  verifying: Verifying,
  head: SignedHead,
  body: Uint8Array,
  verification: Verification,
  mostMs: number,
  now = () => performance.now(),
): Promise<string> {
  const { sentence, isFinal } = explainByHead(verifying, head, verification);
  const scheme = findScheme(verifying.settings.scheme);
  if (isFinal || scheme === undefined) return sentence;
  if (body.length > mostBodyBytes) return notLookedInto(sentence, 'the body is larger than 1 MiB');
  const ways = waysOf(scheme, verifying.settings);
  const found: Case = { ...verifying, scheme, ways, head, body };
  const search = new CauseSearch(found, mostMs, now);
  const keys = otherKeys(found);
  const cause = await search.first(oneCause(found, keys, verification));
  if (cause !== undefined) return cause;
  if (search.isCut) return `${sentence} Not every likely cause was tried: it took too long.`;
  return (await search.first(twoCauses(found, keys))) ?? unknownCause(sentence);
}

function unknownCause(sentence: string): string {
  if (sentence !== noSecretMadeIt.reason) return sentence;
  return `${sentence} Another secret signed it, or the body was changed after it was signed.`;
}

/** @param sentence what is known at once */
export function notLookedInto(sentence: string, why: string): string {
  return `${sentence} The cause was not looked for: ${why}.`;
}

/** The explanation that the head alone gives, at once; more may be found in the body unless this is final. */
export function explainByHead(
  verifying: Verifying,
  head: SignedHead,
  verification: Verification,
): { sentence: string; isFinal: boolean } {
  const { verdict, reason } = verification;
  const scheme = findScheme(verifying.settings.scheme);
  if (scheme === undefined || verdict === 'valid' || verdict === 'unverifiable')
    return { sentence: reason ?? '', isFinal: true };
  if (verdict === 'stale')
    return { sentence: explainStale(verifying, head, verification), isFinal: true };
  if (verdict === 'missing') {
    const names = headerNames(head.headers);
    const isFinal =
      !names.has('authorization') &&
      !hasSignature(head) &&
      schemesByHeaders(names, scheme).length === 0;
    return { sentence: explainAbsent(verifying, scheme, head, verification), isFinal };
  }
  return { sentence: reason ?? noSecretMadeIt.reason ?? '', isFinal: false };
}

/** The quick and likely ones first. */
function* oneCause(
  of: Case,
  keys: readonly OtherKeys[],
  { verdict }: Verification,
): Generator<TriedVariant> {
  if (verdict !== 'missing') for (const each of keys) yield { keys: each };
  for (const variant of variants(of)) yield { variant };
}

function* twoCauses(of: Case, keys: readonly OtherKeys[]): Generator<TriedVariant> {
  for (const variant of variants(of))
    if (variant.isAlone === undefined) for (const each of keys) yield { variant, keys: each };
}

function* variants(of: Case): Generator<Variant> {
  yield* ownSignatureInOtherForms(of);
  if (signsAddress(of))
    for (const { url, sentence } of otherAddresses(of.head))
      yield { head: { ...of.head, url }, sentence };
  yield* underOtherSchemes(of);
  yield* asToken(of);
  yield* otherBodies(of.head, of.body);
  yield* signaturesElsewhere(of);
}

/** Schemes with functions of their own may sign it too. */
function signsAddress({ ways }: Case): boolean {
  return ways.some((way) => way.by === 'own' || ('signed' in way && way.signed.includes('{url}')));
}
