import type { HashName, SignatureEncoding, SignedHead, Signing, TextSigning } from '../scheme.ts';
import { findHeader, headerNames, shownName } from '../schemes/headers.ts';
import type { Case, Variant } from './search.ts';

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

/** A time that may have been signed. */
interface SignedTime {
  text: string;
  /** The difference from what the scheme says; empty if there is none. */
  name: string;
}

const seconds = /^\d{9,10}$/;
const milliseconds = /^\d{12,13}$/;

/** So many other headers with a time are looked at. */
const mostOthers = 3;

/** The times of a request, in seconds and in milliseconds, the scheme's own first. */
function otherTimes(head: SignedHead, way: TextSigning): SignedTime[] {
  const own = ownTime(head, way);
  const others = [...headerNames(head.headers)]
    .filter((name) => name !== way.time?.header?.toLowerCase())
    .map((name) => ({ name, text: (findHeader(head.headers, name) ?? '').trim() }))
    .filter(({ text }) => seconds.test(text) || milliseconds.test(text))
    .slice(0, mostOthers);
  return [
    ...(own === undefined ? [] : inBothUnits(own, '')),
    ...others.flatMap(({ name, text }) => inBothUnits(text, `with the time of ${shownName(name)}`)),
  ];
}

function inBothUnits(text: string, name: string): SignedTime[] {
  const also = (other: string) => (name === '' ? other : `${name}, ${other}`);
  const found = [{ text, name }];
  if (milliseconds.test(text))
    found.push({
      text: text.slice(0, -3),
      name: also('over a time in seconds that it gives in milliseconds'),
    });
  if (seconds.test(text))
    found.push({
      text: `${text}000`,
      name: also('over a time in milliseconds that it gives in seconds'),
    });
  return found;
}

function ownTime({ headers }: SignedHead, { header, text, time }: TextSigning): string | undefined {
  if (time?.header !== undefined) return findHeader(headers, time.header.toLowerCase())?.trim();
  if (text.form !== 'fields' || text.time === undefined) return undefined;
  const { time: name } = text;
  const fields = (findHeader(headers, header.toLowerCase()) ?? '').split(text.separator, 50);
  const field = fields.find((each) => each.trim().startsWith(`${name}=`));
  return field?.trim().slice(name.length + 1);
}

/** Something in a header that may be a signature. */
interface GivenSignature {
  /** As a verifier compares it: hex in lower case, Base64 with its padding unless it is that for addresses. */
  text: string;
  encoding: SignatureEncoding;
  /** The hash whose HMAC is so long. */
  hash: HashName;
}

const hashes: ReadonlyMap<number, HashName> = new Map([
  [16, 'md5'],
  [20, 'sha1'],
  [32, 'sha256'],
  [64, 'sha512'],
]);

/** So much of a value is looked at, and so many signatures in it. */
const mostCharacters = 4096;
const mostSignatures = 4;

/**
 * In whatever spelling: with a prefix or without, in quotes, in Base64 for addresses.
 * @param hasMd5 whether 16 bytes count, which are a trace's id mostly
 */
function signaturesIn(value: string, hasMd5 = false): GivenSignature[] {
  const found: GivenSignature[] = [];
  for (const [piece] of value.slice(0, mostCharacters).matchAll(/[A-Za-z0-9+/_-]{22,128}={0,2}/g)) {
    const encoding = encodingOf(piece);
    const bytes = Buffer.from(piece, encoding);
    const hash = hashes.get(bytes.length);
    const text = bytes.toString(encoding);
    if (hash === undefined || found.some((other) => other.text === text)) continue;
    if (hash === 'md5' && !hasMd5) continue;
    found.push({ text, encoding, hash });
    if (found.length === mostSignatures) break;
  }
  return found;
}

function encodingOf(piece: string): SignatureEncoding {
  if (/^(?:[0-9a-f]{2})+$/i.test(piece)) return 'hex';
  // None of these lengths does without padding.
  return /[-_]/.test(piece) || !/[+/=]/.test(piece) ? 'base64url' : 'base64';
}
