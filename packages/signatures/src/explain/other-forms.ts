import type { HashName, SignedHead, Signing, TextSigning } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';
import type { Case, Variant } from './case.ts';
import { type GivenSignature, signaturesIn } from './given-signatures.ts';
import { headerNames, shownName } from './headers.ts';
import { otherTimes, type SignedTime } from './other-times.ts';

/** A way that signs a text that the request is put into. */
type TextWay = Extract<Signing, TextSigning>;

/** The headers of a signature and its time in the heads that are tried; no request can have headers of such names. */
const signatureHeader = ':signature';
const timeHeader = ':time';

/** The texts that senders sign, the frequent ones first. */
const templates = [
  '{body}',
  '{timestamp}.{body}',
  '{timestamp}:{body}',
  '{timestamp}{body}',
  'v0:{timestamp}:{body}',
  '{id}.{timestamp}.{body}',
  '{body}{timestamp}',
  '{id}.{body}',
  '{url}{body}',
  '{url}',
  '{method}{url}{body}',
  '{method}{url}{body}{timestamp}',
] as const;

/** The signature of the scheme's own header in other forms: encoding, hash, prefix, what is signed, its time. */
export function* ownSignatureInOtherForms(of: Case): Generator<Variant> {
  for (const way of textWays(of)) {
    const own = way.header.toLowerCase();
    for (const name of headerNames(of.head.headers)) {
      // GitHub's older header has the beginning of the newer one's name.
      if (name === own || (name.length > 6 && own.startsWith(name)) || isNumbered(way, name))
        yield* inOtherForms(of, way, name);
    }
  }
}

/** So many other headers are looked into. */
const mostHeaders = 8;

/** A signature in another header. */
export function* signaturesElsewhere(of: Case): Generator<Variant> {
  const [way] = textWays(of);
  if (way === undefined) return;
  let headers = 0;
  for (const name of headerNames(of.head.headers)) {
    if (name === way.header.toLowerCase() || signaturesOf(of.head, name, way).length === 0)
      continue;
    yield* inOtherForms(of, way, name);
    if (++headers === mostHeaders) return;
  }
}

/** Whether any header may have a signature. */
export function hasSignature({ headers }: SignedHead): boolean {
  return headers.some((value, index) => index % 2 === 1 && signaturesIn(value).length > 0);
}

function signaturesOf({ headers }: SignedHead, name: string, way: TextWay): GivenSignature[] {
  const hasMd5 = isUsualHeader(way, name) || (way.by === 'hmac' && way.hash === 'md5');
  return signaturesIn(findHeader(headers, name) ?? '', hasMd5);
}

function textWays({ ways }: Case): TextWay[] {
  return ways.filter((way): way is TextWay => way.by === 'hmac' || way.by === 'public-key');
}

function isNumbered(way: TextWay, name: string): boolean {
  return way.text.form === 'numbered' && name.startsWith(way.header.toLowerCase());
}

function* inOtherForms(of: Case, way: TextWay, name: string): Generator<Variant> {
  const times = otherTimes(of.head, way);
  const given = signaturesOf(of.head, name, way);
  for (const signed of new Set([way.signed, ...templates])) {
    if (signed.includes('{id}') && way.id === undefined) continue;
    const theirs: readonly (SignedTime | undefined)[] = signed.includes('{timestamp}')
      ? times
      : [undefined];
    for (const time of theirs)
      for (const signature of given) yield inOtherForm(of, way, name, { signed, time, signature });
  }
}

interface OtherForm {
  signed: string;
  time: SignedTime | undefined;
  signature: GivenSignature;
}

function inOtherForm(
  { head }: Case,
  way: TextWay,
  name: string,
  { signed, time, signature }: OtherForm,
): Variant {
  const { time: _usualTime, id, ...rest } = way;
  const other: Signing = {
    ...rest,
    header: signatureHeader,
    text: { form: 'whole' },
    encoding: signature.encoding,
    signed,
    ...(rest.by === 'hmac' && { hash: signature.hash }),
    ...(time !== undefined && { time: { header: timeHeader, unit: 'any' } }),
    ...(id !== undefined && signed.includes('{id}') && { id }),
  };
  const differences = [
    ...(isUsualHeader(way, name)
      ? []
      : [`in the header ${shownName(name)} instead of ${way.header}`]),
    ...(way.by !== 'hmac' || signature.hash === way.hash
      ? []
      : [`made with ${hashNames[signature.hash]} instead of ${hashNames[way.hash]}`]),
    ...(signature.encoding === way.encoding
      ? []
      : [`in ${encodingNames[signature.encoding]} instead of ${encodingNames[way.encoding]}`]),
    ...(signed === way.signed ? [] : [`over ${signed} instead of ${way.signed}`]),
    ...(time === undefined || time.name === '' ? [] : [time.name]),
    ...spelling(head, way, name, signature),
  ];
  return {
    ways: [other],
    head: {
      ...head,
      headers: [
        ...head.headers,
        signatureHeader,
        signature.text,
        ...(time ? [timeHeader, time.text] : []),
      ],
    },
    sentence: `The secret is right, but the signature is ${list(differences)}: the sender, or something on the way, does not follow this scheme.`,
  };
}

const hashNames: Readonly<Record<HashName, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
};
const encodingNames = {
  hex: 'hex',
  base64: 'Base64',
  base64url: 'Base64 for URLs',
} as const;

function isUsualHeader(way: TextWay, name: string): boolean {
  return name === way.header.toLowerCase() || isNumbered(way, name);
}

/** The difference in the text around a signature. */
function spelling(
  { headers }: SignedHead,
  { text }: TextWay,
  name: string,
  signature: GivenSignature,
): string[] {
  const value = findHeader(headers, name) ?? '';
  const around = value.replace(signature.text, '');
  if (around === value) return ['written in another way'];
  const prefix =
    text.form === 'list'
      ? `${text.version},`
      : text.form === 'fields'
        ? `${text.signature}=`
        : text.form === 'whole'
          ? (text.prefix ?? '')
          : '';
  if (text.form === 'whole' && around === prefix) return [];
  if (prefix !== '' && !value.includes(prefix + signature.text))
    return [`without ${prefix} before it`];
  const hasMore = text.form === 'fields' || text.form === 'list' || 'several' in text;
  return around.trim() === prefix || hasMore ? [] : ['with other text around it'];
}

function list(differences: readonly string[]): string {
  return differences.length === 0 ? 'written in another form' : differences.join(', ');
}
