import { createHmac } from 'node:crypto';
import type { Scheme } from '../scheme.ts';
import { beforeBody } from '../verify/own/contentful.ts';
import { hashOf } from '../verify/own/twilio.ts';
import { isForm, parametersOf, signatureOf } from '../verify/own/url-and-parameters.ts';
import { atOnce } from '../verify/steps.ts';
import { SigningError, type UnsignedRequest } from './unsigned-request.ts';

/**
 * The headers of the schemes that are no data.
 * @throws {SigningError} for those whose signature is in the body, or made with a key that only the sender has
 */
export function ownHeaders(
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
