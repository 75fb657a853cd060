import { createHmac, createPrivateKey, randomUUID, sign as signWith } from 'node:crypto';
import type { Scheme, SchemeSettings, Signing, TextSigning, TimeUnit } from './scheme.ts';
import { findScheme } from './schemes/table.ts';
import { waysFor, waysOf } from './schemes/ways.ts';
import { aroundBody, filled, urlOf } from './verify/head-reader.ts';
import { keyOf } from './verify/keys.ts';
import { hashOf, isForm, parametersOf, signatureOf } from './verify/own/address-and-form.ts';
import { beforeBody } from './verify/own/hmacs.ts';
import { atOnce } from './verify/steps.ts';

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

/** A request to sign. */
export interface UnsignedRequest {
  method: string;
  /** The address that the receiver knows itself by. */
  url: string;
  /** `[name, value, …]` */
  headers: readonly string[];
  body: Uint8Array;
}

export interface SigningFacts {
  /** Milliseconds since 1970. */
  now: number;
  /** The delivery's id; a new one if absent. */
  id?: string;
  /** The name of the event, for senders that put it into a header. */
  event?: string;
}

/** A request that cannot be signed; the message says why. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
}

/**
 * The headers of the schemes that are no data.
 * @throws {SigningError} for those whose signature is in the body, or made with a key that only the sender has
 */
function ownHeaders(
  { name, title, headers }: Scheme,
  secret: string,
  request: UnsignedRequest,
  now: number,
): string[] {
  if (name === 'twilio') return twilioHeaders(secret, request);
  if (name === 'mandrill') return mandrillHeaders(secret, request);
  if (name === 'contentful') return contentfulHeaders(secret, request, now);
  throw new SigningError(
    headers.length === 0
      ? `${title} signs inside the body, which stays as it is.`
      : `${title} signs with a key that only ${title} has.`,
  );
}

function twilioHeaders(secret: string, request: UnsignedRequest): string[] {
  const hasParameters = isForm(request) && !request.url.includes('bodySHA256=');
  const parameters = hasParameters ? atOnce(parametersOf(request.body)) : new Uint8Array();
  const hash = hashOf(request) ?? 'sha1';
  return ['X-Twilio-Signature', atOnce(signatureOf(hash, secret, request.url, parameters))];
}

function mandrillHeaders(secret: string, request: UnsignedRequest): string[] {
  if (!isForm(request)) throw new SigningError('Mandrill signs forms alone, and this is none.');
  const parameters = atOnce(parametersOf(request.body));
  return ['X-Mandrill-Signature', atOnce(signatureOf('sha1', secret, request.url, parameters))];
}

function contentfulHeaders(secret: string, request: UnsignedRequest, now: number): string[] {
  const { method, url, body } = request;
  const names = ['x-contentful-signed-headers', 'x-contentful-timestamp'];
  const headers = names.flatMap((name, index) => [name, index === 0 ? names.join(',') : `${now}`]);
  const before = beforeBody({ method, url, headers });
  if (before === undefined) throw new SigningError('The address cannot be signed.');
  const signature = createHmac('sha256', secret).update(before).update(body).digest('hex');
  return ['x-contentful-signature', signature, ...headers];
}
