import { createHash, createHmac, createSecretKey, type Hash, type KeyObject } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import type { HashName, SignedHead } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import type { Body } from '../body.ts';
import { formFields, textOrder } from '../form.ts';
import {
  type BodyHashing,
  invalid,
  isSameText,
  type Method,
  missing,
  noSecretMadeIt,
  unverifiable,
} from '../method.ts';
import { inSteps, mostBytesAtOnce, type Steps } from '../steps.ts';
import type { OwnParts } from './own-method.ts';

const header = 'X-Twilio-Signature';
const settingsHeader = 'X-Twilio-Webhooks-Signature-Settings';

const hashes: ReadonlyMap<string, HashName> = new Map([
  ['HMAC_SHA1', 'sha1'],
  ['HMAC_SHA256', 'sha256'],
]);

const noSharedKeyMadeIt = invalid(
  `No secret given here made this signature. The ${settingsHeader} header says that a shared key did: its secret is wanted, not the Auth Token.`,
);

function hasSharedKey({ headers }: SignedHead): boolean {
  return findHeader(headers, settingsHeader.toLowerCase()) !== undefined;
}

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
      const hash = hashOf(head);
      if (hash === undefined)
        return unverifiable(`The ${settingsHeader} header names an algorithm that is not known.`);
      const parameters = isSignedForm ? yield* parametersOf(body.whole()) : new Uint8Array();
      const urls = urlsOf(head.url);
      let maker: { secret: number } | undefined;
      // All are tried, so that the time tells nothing of them.
      for (const { key, secret } of keys) {
        for (const url of urls) {
          const made = yield* signatureOf(hash, key, url, parameters);
          if (isSameText(made, given)) maker ??= { secret };
        }
      }
      if (maker === undefined) return hasSharedKey(head) ? noSharedKeyMadeIt : noSecretMadeIt;
      if (bodyHash !== undefined && !isSameText(hexOf(body, hashing), bodyHash))
        return invalid('The body is not the one whose hash is in the signed URL.');
      if (bodyHash === undefined && !isSignedForm && body.length > 0)
        return invalid('The body is not signed: it is not a form, and the URL has no bodySHA256.');
      return { verdict: 'valid', ...maker };
    }, mostBytesAtOnce / keys.length),
  };
}

function hexOf(body: Body, hashing: BodyHashing | undefined): string {
  const hash = hashing instanceof Sha256 ? hashing : new Sha256();
  if (hash !== hashing) for (const piece of body.pieces) hash.update(piece);
  return hash.hex();
}

function bodyHashIn(url: string): string | undefined {
  return /[?&]bodySHA256=([0-9a-f]{0,64})/.exec(url)?.[1];
}

/**
 * The hash that a request with a shared key names: `key=…,algorithm=HMAC_SHA256`. Without it, the Auth Token signs with SHA-1.
 * @returns undefined if it is unknown
 */
export function hashOf({ headers }: Pick<SignedHead, 'headers'>): HashName | undefined {
  for (const pair of (findHeader(headers, settingsHeader.toLowerCase()) ?? '').split(',', 20)) {
    const [, algorithm = ''] = /^\s*algorithm\s*=\s*(\S+)/.exec(pair) ?? [];
    if (algorithm !== '') return hashes.get(algorithm.toUpperCase());
  }
  return 'sha1';
}

/**
 * The addresses that Twilio's own library takes: as it came, as a URL is normalised (`'` becomes `%27`), and that with its query
 * written anew (`%27` becomes `'`), each with its port and without it.
 */
function urlsOf(url: string): Set<string> {
  const text = Buffer.from(url, 'latin1').toString();
  const normalised = URL.canParse(text) ? withAndWithoutPort(new URL(text).href) : [];
  return new Set([...withAndWithoutPort(url), ...normalised, ...normalised.map(withQueryAnew)]);
}

function withAndWithoutPort(url: string): string[] {
  const [, scheme, host = '', port, rest = ''] =
    /^(https?):\/\/(\[[^\]/?#]*\]|[^:/?#]*)(:\d*)?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) return [url];
  const usual = scheme === 'https' ? ':443' : ':80';
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${port ?? usual}${rest}`];
}

function withQueryAnew(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : `${url.slice(0, mark + 1)}${stringify(parse(url.slice(mark + 1)))}`;
}

const mandrillHeader = 'X-Mandrill-Signature';

/** The address with the parameters of a form, which is mostly the one field `mandrill_events`. */
export function mandrill({ secrets }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: createSecretKey(Buffer.from(text)),
    secret,
  }));
  return {
    verify: inSteps(function* (head, body) {
      const given = findHeader(head.headers, mandrillHeader.toLowerCase());
      if (given === undefined) return missing(mandrillHeader);
      if (!isForm(head)) return invalid('The body is not a form, and this sender signs no other.');
      const refusal = body.formRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      const parameters = yield* parametersOf(body.whole());
      let maker: { secret: number } | undefined;
      // All are tried, so that the time tells nothing of them.
      for (const { key, secret } of keys) {
        const made = yield* signatureOf('sha1', key, head.url, parameters);
        if (isSameText(made, given)) maker ??= { secret };
      }
      return maker === undefined ? noSecretMadeIt : { verdict: 'valid', ...maker };
    }, mostBytesAtOnce / keys.length),
  };
}

/** So many bytes are hashed in a step. */
const stepBytes = 2 ** 18;

/** The signature of an address with the parameters of a form behind it, in Base64. */
export function* signatureOf(
  hash: HashName,
  key: KeyObject | string,
  url: string,
  parameters: Uint8Array,
): Steps<string> {
  const hmac = createHmac(hash, key).update(url, 'latin1');
  for (let at = 0; at < parameters.length; at += stepBytes) {
    hmac.update(parameters.subarray(at, at + stepBytes));
    yield;
  }
  return hmac.digest('base64');
}

/** The parameters of a form as Twilio signs them: sorted by name and value, each pair once, without anything between. */
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
