import { expect, test } from 'vitest';
import { explain, type Verifying } from '../../src/signatures/explain/index.ts';
import type { SchemeSettings, SignedHead } from '../../src/signatures/index.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';
import { noTime, secretOf as secretWith, settingsOf, signedRequest } from './requests.ts';

/** A cause of a failure: what the sender did, what came, and what is said of it. */
export interface Failure {
  name: string;
  /** The schemes that it occurs in. */
  schemes: readonly string[];
  /** The text that the sender signed, and the secret that it used; that of the scheme if this is absent. */
  signed?: string | Buffer;
  signedWith?: (secret: string) => string;
  signedAt?: number;
  /** The text that came instead. */
  came?: string | Buffer;
  headers?: (headers: readonly string[], secret: string) => readonly string[];
  /** The address of this endpoint, if the sender was given another one. */
  url?: string;
  settings?: (settings: SchemeSettings) => SchemeSettings;
  /** The secrets here, and those before. */
  secrets?: (secret: string) => readonly string[];
  former?: (secret: string) => readonly string[];
  says: RegExp;
}

export const families = ['github', 'stripe', 'svix', 'shopify', 'slack', 'custom'];
export const json = '{"b":{"ä":"é/<a>"},"a":[1.50,{}],"c":[]}';

/** One that has no word of a sentence in it. */
export function secretOf(scheme: string, text = 'k7Qz94Lm-x2Wp_Yt8Rv5BnJ3'): string {
  return scheme === 'basic' ? `u5Er:${text}` : secretWith(scheme, text);
}

/** Each failure, in each of its schemes. */
export function testFailures(failures: readonly Failure[]): void {
  test.each(failures)('$name', async (failure) => {
    for (const scheme of failure.schemes)
      expect(await explanationOf(scheme, failure), scheme).toMatch(failure.says);
  });
}

/** The explanation of a request; checks that it has no secret, no signature, and no part of one. */
export async function explanationOf(
  scheme: string,
  failure: Omit<Failure, 'says' | 'schemes'>,
): Promise<string> {
  const secret = secretOf(scheme);
  const settings = failure.settings?.(settingsOf(scheme)) ?? settingsOf(scheme);
  const signing = failure.signedWith?.(secret) ?? secret;
  const signed = signedRequest(settings, signing, failure.signed ?? json, {
    id: 'msg_1',
    ...(failure.signedAt !== undefined && { at: failure.signedAt }),
  });
  const head: SignedHead = {
    ...signed.head,
    url: failure.url ?? signed.head.url,
    headers: failure.headers?.(signed.head.headers, secret) ?? signed.head.headers,
  };
  const body = Buffer.from(failure.came ?? signed.body);
  const verifying: Verifying = {
    settings,
    secrets: failure.secrets?.(secret) ?? [secret],
    formerSecrets: failure.former?.(secret) ?? [],
  };
  const verification = await new Verifier(settings, verifying.secrets).verify(head, [body]);
  expect(verification.verdict).not.toBe('valid');
  const said = await explain(verifying, head, body, verification, 5000, noTime);
  for (const each of [secret, signing, ...verifying.secrets, ...verifying.formerSecrets])
    expectNothingOf(each.trim(), said);
  for (const value of head.headers.filter((_, at) => at % 2 === 1)) expectNothingOf(value, said);
  expect(said).not.toMatch(/[A-Za-z0-9+/_-]{27}/);
  return said;
}

function expectNothingOf(kept: string, said: string): void {
  if (kept.length < 8) return;
  for (let at = 0; at + 8 <= kept.length; at += 4)
    expect(said).not.toContain(kept.slice(at, at + 8));
}
