import type { SignatureFinding } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';
import type { Check } from './check.ts';
import { visible } from './wording.ts';

const verdicts: { readonly [Verdict in SignatureFinding['verdict']]: 0 } = {
  valid: 0,
  invalid: 0,
  missing: 0,
  stale: 0,
  unverifiable: 0,
};

/**
 * The check of the verdict on a signature.
 * @throws {TypeError} if there is no such verdict
 */
export function signatureCheck(expected: SignatureFinding['verdict']): Check {
  if (!Object.hasOwn(verdicts, expected)) {
    const known = Object.keys(verdicts).join(', ');
    throw new TypeError(`"${expected}" is no verdict on a signature: these are ${known}`);
  }
  return {
    words: `signature ${expected}`,
    look: ({ request: { signature } }) => ({
      holds: signature?.verdict === expected,
      isNear: signature !== undefined && signature.verdict !== expected,
      instead: signature === undefined ? noVerdict : `it was ${verdictWords(signature)}`,
    }),
  };
}

export const noVerdict = 'there was none: its endpoint verified no signatures';

/** `invalid (github: No secret given here made this signature.)` */
export function verdictWords({
  verdict,
  scheme,
  reason,
}: NonNullable<StreamedRequest['signature']>): string {
  const why = reason === undefined ? scheme : `${scheme}: ${reason}`;
  return `${visible(verdict)} (${visible(why)})`;
}
