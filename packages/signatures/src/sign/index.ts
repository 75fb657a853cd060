import { createHmac, createPrivateKey, randomUUID, sign as signWith } from 'node:crypto';
import type { Scheme, SchemeSettings, Signing, TextSigning, TimeUnit } from '../scheme.ts';
import { findScheme } from '../schemes/table.ts';
import { waysFor, waysOf } from '../schemes/ways.ts';
import { keyOf } from '../verify/keys.ts';
import { aroundBody, filled, urlOf } from '../verify/signed-text.ts';
import { ownHeaders } from './own-headers.ts';
import { SigningError, type SigningFacts, type UnsignedRequest } from './unsigned-request.ts';

export { SigningError, type SigningFacts, type UnsignedRequest } from './unsigned-request.ts';

/**
 * The headers that the sender would add to a request, `[name, value, …]`: they take the place of those of the same names.
 * @throws {SigningError}
 */
export function sign(
  settings: SchemeSettings,
  secret: string,
  request: UnsignedRequest,
  facts: SigningFacts,
): readonly string[] {
  const scheme = findScheme(settings.scheme);
  if (scheme === undefined) throw new SigningError(`There is no scheme ${settings.scheme}.`);
  const [way] = waysFor(waysOf(scheme, settings), secret);
  if (way === undefined) throw new SigningError(`The settings of ${scheme.name} are incomplete.`);
  const id = facts.id ?? randomUUID();
  return [
    ...signatureHeaders(scheme, way, secret, request, { ...facts, id }),
    ...placeHeaders(scheme, way, { ...facts, id }),
  ];
}

function signatureHeaders(
  scheme: Scheme,
  way: Signing,
  secret: string,
  request: UnsignedRequest,
  facts: SigningFacts & { id: string },
): string[] {
  switch (way.by) {
    case 'secret':
      return [way.header, secretText(way, secret)];
    case 'hmac':
      return textHeaders(way, request, facts, (message) =>
        createHmac(way.hash, keyOf(way, secret)).update(message).digest(way.encoding),
      );
    case 'public-key':
      return textHeaders(way, request, facts, (message) => privateSignature(way, secret, message));
    case 'own':
      return ownHeaders(scheme, secret, request, facts.now);
  }
}

function secretText(way: Signing & { by: 'secret' }, secret: string): string {
  if (way.as === 'basic') return `Basic ${Buffer.from(secret).toString('base64')}`;
  return way.as === 'bearer' ? `Bearer ${secret}` : secret;
}

function privateSignature(
  way: Signing & { by: 'public-key' },
  secret: string,
  message: Uint8Array,
): string {
  if (!secret.includes('PRIVATE KEY'))
    throw new SigningError('This needs the private key of the sender, in PEM.');
  const algorithm = way.algorithm === 'ed25519' ? null : 'sha256';
  return signWith(algorithm, message, createPrivateKey(secret)).toString(way.encoding);
}

function textHeaders(
  way: TextSigning,
  request: UnsignedRequest,
  { now, id }: SigningFacts & { id: string },
  made: (message: Uint8Array) => string,
): string[] {
  const timestamp = timeText(way.time?.unit, now);
  const values = { timestamp, id, url: urlOf(way, request.url), method: request.method };
  const [before, after] = aroundBody(way.signed).map((parts) => filled(parts, values));
  const signature = made(Buffer.concat([bytesOf(before), request.body, bytesOf(after)]));
  return [
    way.text.form === 'numbered' ? `${way.header}1` : way.header,
    signatureText(way.text, signature, timestamp),
    ...(way.time?.header === undefined ? [] : [way.time.header, timestamp]),
    ...(way.id === undefined ? [] : [way.id, id]),
  ];
}

function bytesOf(around = ''): Uint8Array {
  return Buffer.from(around, 'latin1');
}

function timeText(unit: TimeUnit | undefined, now: number): string {
  if (unit === 'iso') return new Date(now).toISOString().replace(/\.\d+/, '');
  return String(unit === 'ms' ? now : Math.floor(now / 1000));
}

function signatureText(text: TextSigning['text'], signature: string, timestamp: string): string {
  switch (text.form) {
    case 'whole':
      return `${text.prefix ?? ''}${signature}`;
    case 'fields':
      return `${text.time === undefined ? '' : `${text.time}=${timestamp}${text.separator}`}${text.signature}=${signature}`;
    case 'list':
      return `${text.version},${signature}`;
    case 'numbered':
      return signature;
  }
}

/** The delivery's id and the event's name, where the sender writes them into headers. */
function placeHeaders(
  { id, event }: Scheme,
  way: Signing,
  facts: SigningFacts & { id: string },
): string[] {
  const headers: string[] = [];
  const signedId = 'id' in way ? way.id?.toLowerCase() : undefined;
  if (id !== undefined && 'header' in id && id.header !== signedId)
    headers.push(id.written ?? id.header, facts.id);
  if (event !== undefined && 'header' in event && facts.event !== undefined)
    headers.push(event.written ?? event.header, facts.event);
  return headers;
}
