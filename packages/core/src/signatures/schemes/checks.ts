import type { Scheme, SchemeSettings, SecretForm } from '../scheme.ts';
import { findScheme } from './table.ts';
import { partsOf, unknownPlaceholder, waysFor, waysOf } from './ways.ts';

/** A fault in how settings choose a scheme: the member, and a sentence. */
export interface SchemeFault {
  member: Member | `pairs.${keyof Pairs}`;
  message: string;
}

type Member = Exclude<keyof SchemeSettings, 'tolerance'>;
type Pairs = NonNullable<SchemeSettings['pairs']>;

const membersOfCustom: readonly Member[] = [
  ...(['header', 'prefix', 'pairs', 'algorithm', 'encoding', 'signed'] as const),
  ...(['timestampHeader', 'idHeader', 'secretEncoding'] as const),
];
const required: Readonly<Record<string, readonly Member[]>> = {
  custom: ['header', 'algorithm', 'encoding', 'signed'],
  token: ['header'],
  paypal: ['webhookId'],
};
const allowed: Readonly<Record<string, readonly Member[]>> = {
  ...required,
  custom: membersOfCustom,
};
const headerMembers = ['header', 'timestampHeader', 'idHeader'] as const;

/** The first fault of settings; undefined if requests can be verified by them. */
export function checkScheme(settings: SchemeSettings): SchemeFault | undefined {
  const { scheme } = settings;
  if (findScheme(scheme) === undefined)
    return { member: 'scheme', message: `there is no scheme ${JSON.stringify(scheme)}` };
  for (const member of [...membersOfCustom, 'webhookId'] as const) {
    const given = settings[member] !== undefined;
    if (given && !allowed[scheme]?.includes(member))
      return { member, message: `the scheme ${scheme} does not use it` };
    if (!given && required[scheme]?.includes(member))
      return { member, message: `the scheme ${scheme} needs it` };
  }
  return (
    faultOfHeader(settings) ??
    faultOfPrefix(settings) ??
    faultOfPairs(settings) ??
    faultOfSigned(settings)
  );
}

function faultOfHeader(settings: SchemeSettings): SchemeFault | undefined {
  for (const member of headerMembers) {
    const name = settings[member];
    if (name !== undefined && !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name))
      return { member, message: 'it is not a header name' };
    const isSignature = name?.toLowerCase() === settings.header?.toLowerCase();
    if (member !== 'header' && name !== undefined && isSignature)
      return {
        member,
        message:
          'it is the header with the signature; pairs: {"signature": "v1", "timestamp": "t"} reads t=…,v1=… in one header',
      };
  }
  return undefined;
}

function faultOfPrefix({ prefix, pairs }: SchemeSettings): SchemeFault | undefined {
  if (prefix === undefined) return undefined;
  if (pairs !== undefined)
    return { member: 'prefix', message: 'pairs tells where a signature begins: leave prefix out' };
  // RFC 9110, section 5.5: white space around a value is no part of it.
  return /^[\x21-\x7e\x80-\xff][\t\x20-\x7e\x80-\xff]*$/.test(prefix)
    ? undefined
    : { member: 'prefix', message: 'no header has a value that begins so' };
}

function faultOfPairs({ pairs, timestampHeader }: SchemeSettings): SchemeFault | undefined {
  if (pairs === undefined) return undefined;
  const { signature, timestamp, separator = ',' } = pairs;
  if (!/^(?:(?![\w=+/-])[ -~])+$/.test(separator))
    return {
      member: 'pairs.separator',
      message: 'it stands between two pairs, and can be no letter, digit or = + / - _',
    };
  for (const name of ['signature', 'timestamp'] as const) {
    const { [name]: written = 'a' } = pairs;
    if (!/^[!-~]+$/.test(written) || /[=,"]/.test(written) || written.includes(separator))
      return { member: `pairs.${name}`, message: 'it is the name before =, such as v1' };
  }
  if (timestamp === signature)
    return { member: 'pairs.timestamp', message: 'it has the name of the signature' };
  if (timestamp !== undefined && timestampHeader !== undefined)
    return { member: 'timestampHeader', message: 'pairs.timestamp tells where the time is' };
  return undefined;
}

function faultOfSigned({ signed, pairs, timestampHeader, idHeader }: SchemeSettings) {
  if (signed === undefined) return undefined;
  const member = 'signed';
  const unknown = unknownPlaceholder(signed);
  if (unknown !== undefined) return { member, message: `${unknown} stands for nothing` } as const;
  const placeholders = partsOf(signed).flatMap((part) =>
    'placeholder' in part ? part.placeholder : [],
  );
  if (!placeholders.includes('body'))
    return { member, message: 'it has no {body}, so that any body would fit' } as const;
  if (placeholders.indexOf('body') !== placeholders.lastIndexOf('body'))
    return { member, message: 'it has {body} more than once' } as const;
  if (placeholders.includes('id') && idHeader === undefined)
    return { member, message: '{id} needs idHeader' } as const;
  const signsTime = placeholders.includes('timestamp');
  const hasTime = (timestampHeader ?? pairs?.timestamp) !== undefined;
  if (signsTime && !hasTime)
    return { member, message: '{timestamp} needs timestampHeader or pairs.timestamp' } as const;
  if (!signsTime && hasTime)
    return {
      member: timestampHeader === undefined ? 'pairs.timestamp' : 'timestampHeader',
      message: 'signed has no {timestamp}, and a time that is not signed says nothing',
    } as const;
  return undefined;
}

/**
 * A sentence, without the secret, if it cannot be one of the scheme. Whether a key in PEM, DER or JSON is one only Node can
 * tell: `checkKey` of `./verify`.
 */
export function checkSecret(settings: SchemeSettings, secret: string): string | undefined {
  if (secret.trim() === '') return 'It is empty.';
  const scheme = findScheme(settings.scheme);
  const fault = scheme && faultOf(scheme, settings, secret);
  return fault && withPlace(fault, scheme);
}

function faultOf(scheme: Scheme, settings: SchemeSettings, secret: string): string | undefined {
  const [way] = waysFor(waysOf(scheme, settings), secret);
  if (way?.by === 'public-key' && way.secretPrefix !== undefined)
    return isBase64(secret.slice(way.secretPrefix.length), 32)
      ? undefined
      : `It is not a public key: ${way.secretPrefix} and 32 bytes in Base64.`;
  if (way?.by === 'public-key' && way.algorithm === 'ed25519')
    return /^[0-9a-f]{64}$/i.test(secret) ? undefined : 'It is not a public key of 64 hex digits.';
  if (settings.secretEncoding !== undefined) return faults[settings.secretEncoding](secret);
  return faults[way?.by === 'hmac' ? way.key : scheme.secret.form](secret);
}

/** A fault, and what the sender shows instead, and where. */
export function withPlace(fault: string, { title, secret, senders }: Scheme): string {
  if (senders.length === 0) return fault;
  return `${fault} Wanted is what ${title} calls ${secret.words}. ${secret.where}`;
}

const faults: Readonly<Record<SecretForm, (secret: string) => string | undefined>> = {
  text: () => undefined,
  base64: (secret) => (isBase64(secret) ? undefined : 'It is not Base64.'),
  whsec: (secret) =>
    isBase64(secret.replace(/^(?:v1,)?whsec_/, '')) ? undefined : 'It is not Base64 after whsec_.',
  hex: (secret) =>
    /^(?:[0-9a-f]{2})+$/i.test(secret) ? undefined : 'It is not an even number of hex digits.',
  'user-password': (secret) =>
    secret.includes(':')
      ? undefined
      : 'It is not a user name and password with a colon between them.',
  'public-key': (secret) =>
    isPem(secret) || isBase64(secret.trim())
      ? undefined
      : 'It is not a public key in PEM or Base64.',
  certificate: (secret) =>
    isPem(secret) ? undefined : 'It is not a certificate or public key in PEM.',
  jwk: (secret) => (secret.trim().startsWith('{') ? undefined : 'It is not a key in JSON (a JWK).'),
};

function isBase64(text: string, bytes?: number): boolean {
  const digits = text.replace(/={1,2}$/, '');
  return (
    digits !== '' &&
    /^[0-9A-Za-z+/]+$/.test(digits) &&
    digits.length % 4 !== 1 &&
    (bytes === undefined || Math.floor((digits.length * 3) / 4) === bytes)
  );
}

function isPem(text: string): boolean {
  return /^\s*-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----/.test(text);
}
