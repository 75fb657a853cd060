import type { SchemeSettings, SignedHead, Verification } from '../../src/signatures/index.ts';
import { sign } from '../../src/signatures/sign.ts';
import { Verifier } from '../../src/signatures/verify/index.ts';

export const url = 'https://hooks.example/wh/abc?x=1';
export const now = Date.UTC(2026, 10, 22, 12);

/** A secret that each scheme can use. */
export function secretOf(scheme: string, text = 'a secret of 24 bytes ...'): string {
  const whsec = `whsec_${Buffer.from(text).toString('base64')}`;
  return { 'standard-webhooks': whsec, svix: whsec, basic: `user:${text}` }[scheme] ?? text;
}

export function settingsOf(scheme: string): SchemeSettings {
  if (scheme === 'token') return { scheme, header: 'X-Token' };
  if (scheme === 'paypal') return { scheme, webhookId: '8PT597110X687430LKGECATA' };
  if (scheme !== 'custom') return { scheme };
  return {
    scheme,
    header: 'X-Signature',
    prefix: 'v1=',
    algorithm: 'sha512',
    encoding: 'base64',
    signed: '{method} {url} {timestamp} {id} {body}',
    timestampHeader: 'X-Time',
    idHeader: 'X-Id',
  };
}

export interface SignedRequest {
  head: SignedHead;
  body: Buffer;
}

/** A request as its sender would send it. */
export function signedRequest(
  settings: SchemeSettings,
  secret: string,
  text: string | Buffer,
  facts: { at?: number; id?: string; event?: string; contentType?: string } = {},
): SignedRequest {
  const body = Buffer.from(text);
  // These sign the bodies of forms.
  const isForm = ['mandrill', 'twilio'].includes(settings.scheme);
  const usualType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const { at = now, contentType = usualType, ...names } = facts;
  const headers = ['content-type', contentType];
  const unsigned = { method: 'POST', url, headers, body };
  const added = sign(settings, secret, unsigned, { now: at, ...names });
  return { head: { method: 'POST', url, headers: [...headers, ...added], receivedAt: now }, body };
}

export async function verdictOf(
  settings: SchemeSettings,
  secrets: readonly string[],
  { head, body }: SignedRequest,
): Promise<Verification> {
  return new Verifier(settings, secrets).verify(head, [body]);
}

/** The same through the hashing of a body that arrives in pieces. */
export async function verdictInPieces(
  settings: SchemeSettings,
  secrets: readonly string[],
  { head, body }: SignedRequest,
  bytes = 7,
): Promise<Verification> {
  const verifier = new Verifier(settings, secrets);
  const hashing = verifier.begin(head);
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += bytes) pieces.push(body.subarray(at, at + bytes));
  for (const piece of pieces) hashing?.update(piece);
  return verifier.verify(head, pieces, hashing);
}

/** A clock that stands still: however busy the machine is, all is tried that explains a failure. */
export const noTime = () => 0;
