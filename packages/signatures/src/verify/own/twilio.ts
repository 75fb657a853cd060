import { createHash, createHmac, createSecretKey, type Hash, type KeyObject } from 'node:crypto';
import type { SignedHead } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import type { Body } from '../body.ts';
import { isSameText } from '../equal.ts';
import { formFields } from '../form.ts';
import {
  type BodyHashing,
  invalid,
  type Method,
  missing,
  noSecretMadeIt,
  unverifiable,
} from '../method.ts';
import { inSteps, mostBytesAtOnce, type Steps } from '../steps.ts';
import { textOrder } from '../text-order.ts';
import type { OwnParts } from './own-method.ts';

const header = 'X-Twilio-Signature';

class Sha256 implements BodyHashing {
  readonly #hash: Hash = createHash('sha256');

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** The address with the parameters of a form, or with the hash of the body in its query. */
export function twilio({ secrets }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: createSecretKey(Buffer.from(text)),
    secret,
  }));
  return {
    begin(head) {
      return bodyHashIn(head.url) === undefined ? undefined : new Sha256();
    },
    verify: inSteps(function* (head, body, hashing) {
      const given = findHeader(head.headers, 'x-twilio-signature');
      if (given === undefined) return missing(header);
      const bodyHash = bodyHashIn(head.url);
      const isSignedForm = bodyHash === undefined && isForm(head);
      const refusal = isSignedForm ? body.formRefusal : undefined;
      if (refusal !== undefined) return unverifiable(refusal);
      const parameters = isSignedForm ? yield* parametersOf(body.whole()) : new Uint8Array();
      let maker: { secret: number } | undefined;
      // All are tried, so that the time tells nothing of them.
      for (const { key, secret } of keys) {
        for (const url of urlsOf(head.url)) {
          const made = yield* hmacOf(key, url, parameters);
          if (isSameText(made, given)) maker ??= { secret };
        }
      }
      if (maker === undefined) return noSecretMadeIt;
      if (bodyHash !== undefined && !isSameText(hexOf(body, hashing), bodyHash))
        return invalid('The body is not the one whose hash is in the signed URL.');
      if (bodyHash === undefined && !isSignedForm && body.length > 0)
        return invalid('The body is not signed: it is not a form, and the URL has no bodySHA256.');
      return { verdict: 'valid', ...maker };
    }, mostBytesAtOnce / keys.length),
  };
}

/** So many bytes are hashed in a step. */
const stepBytes = 2 ** 18;

function* hmacOf(key: KeyObject, url: string, parameters: Uint8Array): Steps<string> {
  const hmac = createHmac('sha1', key).update(url, 'latin1');
  for (let at = 0; at < parameters.length; at += stepBytes) {
    hmac.update(parameters.subarray(at, at + stepBytes));
    yield;
  }
  return hmac.digest('base64');
}

/** The parameters of a form as they are signed: sorted by name and value, each pair once, without anything between. */
export function* parametersOf(form: Uint8Array): Steps<Uint8Array> {
  const fields = yield* formFields(form);
  fields.sort(
    ([one, value], [other, otherValue]) => textOrder(one, other) || textOrder(value, otherValue),
  );
  let text = '';
  let last: readonly [string, string] | undefined;
  for (const field of fields) {
    const [name, value] = field;
    if (name !== last?.[0] || value !== last[1]) text += name + value;
    last = field;
  }
  yield;
  return Buffer.from(text);
}

export function isForm({ headers }: Pick<SignedHead, 'headers'>): boolean {
  const type = findHeader(headers, 'content-type') ?? '';
  return type.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

function hexOf(body: Body, hashing: BodyHashing | undefined): string {
  const hash = hashing instanceof Sha256 ? hashing : new Sha256();
  if (hash !== hashing) for (const piece of body.pieces) hash.update(piece);
  return hash.hex();
}

function bodyHashIn(url: string): string | undefined {
  return /[?&]bodySHA256=([0-9a-f]{0,64})/.exec(url)?.[1];
}

/** Twilio signs the address with its port, or without it. */
function urlsOf(url: string): string[] {
  const [, scheme, host = '', port, rest = ''] =
    /^(https?):\/\/(\[[^\]/?#]*\]|[^:/?#]*)(:\d*)?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) return [url];
  const usual = scheme === 'https' ? ':443' : ':80';
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${port ?? usual}${rest}`];
}
