import type { SignatureText, SignedHead, TextSigning, Verification } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';
import { type Placeholder, partsOf, type TemplatePart } from '../schemes/ways.ts';
import { type Body, textIn } from './body.ts';
import { invalid, missing, unverifiable } from './method.ts';
import { readTime } from './signing-time.ts';

/** The most characters of the head that are signed around the body: a scheme of one's own may name a part of it often. */
const mostAroundBody = 64 * 1024;

/** The signature of a request as its head gives it. */
export interface ReadSignature {
  signatures: readonly string[];
  /** What is signed before the body, and after it. Each character stands for one byte (latin1). */
  before: string;
  after: string;
  /** Milliseconds since 1970. */
  time: number | undefined;
}

/** Reads the heads of requests that a way signs. */
export class HeadReader {
  readonly #way: TextSigning;
  readonly #before: readonly TemplatePart[];
  readonly #after: readonly TemplatePart[];

  constructor(way: TextSigning) {
    this.#way = way;
    [this.#before, this.#after] = aroundBody(way.signed);
  }

  read(head: SignedHead): ReadSignature | Verification {
    const { header, text, time, id, encoding } = this.#way;
    const given = readSignatures(head.headers, header, text);
    if (given === undefined) return missing(text.form === 'numbered' ? `${header}1` : header);
    if (typeof given === 'string') return invalid(given);
    const idText = id === undefined ? '' : findHeader(head.headers, id.toLowerCase());
    if (idText === undefined) return missing(id ?? '');
    const timeText = this.#timeText(head, given);
    if (timeText === undefined && time !== undefined && time.optional === undefined)
      return missing(time.header ?? header);
    const signedAt = time && timeText !== undefined ? readTime(timeText, time.unit) : undefined;
    if (timeText !== undefined && signedAt === undefined && time?.optional === undefined)
      return invalid(`The ${time?.header ?? header} header has no time in it.`);
    const values = {
      timestamp: timeText ?? '',
      id: idText,
      url: urlOf(this.#way, head.url),
      method: head.method,
    };
    const [before, after] = [filled(this.#before, values), filled(this.#after, values)];
    if (before.length + after.length > mostAroundBody)
      return unverifiable('What is signed beside the body is too long to verify it.');
    const { signatures } = given;
    return {
      // Some write the padding of Base64 with its alphabet for addresses, too.
      signatures:
        encoding === 'base64url'
          ? signatures.map((text) => text.replace(/={1,2}$/, ''))
          : signatures,
      before,
      after,
      time: signedAt,
    };
  }

  /** The time that counts: that in the body, if the sender writes one there. */
  timeOf(read: ReadSignature, body: Body): number | undefined {
    const { time } = this.#way;
    if (time?.json === undefined || body.jsonRefusal !== undefined) return read.time;
    const inBody = textIn(body.json(), time.json);
    return inBody === undefined ? read.time : (readTime(inBody, time.unit) ?? read.time);
  }

  #timeText({ headers }: SignedHead, given: GivenSignatures): string | undefined {
    const { time } = this.#way;
    if (time?.header === undefined) return given.time;
    return findHeader(headers, time.header.toLowerCase());
  }
}

/** The signed parts before the body, and those after it. Like what is filled in, texts have one character for each byte. */
export function aroundBody(signed: string): [TemplatePart[], TemplatePart[]] {
  const parts = partsOf(signed).map((part) =>
    'text' in part ? { text: Buffer.from(part.text).toString('latin1') } : part,
  );
  const at = parts.findIndex((part) => 'placeholder' in part && part.placeholder === 'body');
  return at === -1 ? [parts, []] : [parts.slice(0, at), parts.slice(at + 1)];
}

export function filled(
  parts: readonly TemplatePart[],
  values: Readonly<Record<Exclude<Placeholder, 'body'>, string>>,
): string {
  let text = '';
  for (const part of parts) {
    if ('text' in part) text += part.text;
    else if (part.placeholder !== 'body') text += values[part.placeholder];
  }
  return text;
}

/** The characters that HubSpot's page about validating requests lists. */
const decodedByHubSpot = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

/** The address as a way signs it. */
export function urlOf({ decodesUrl }: TextSigning, url: string): string {
  return decodesUrl === true
    ? url.replace(decodedByHubSpot, (code) => decodeURIComponent(code))
    : url;
}

/** Signatures as a request gives them, encoded. */
interface GivenSignatures {
  signatures: readonly string[];
  /** The time among the fields of the header. */
  time?: string;
}

/** No header has more that count. */
const mostSignatures = 20;

/** Of each part, at most so many are looked at. */
const mostParts = 200;

/**
 * The signatures in a request's headers; a sentence if their form is another; undefined if the header is not there.
 * @param header as the sender writes it
 */
function readSignatures(
  headers: readonly string[],
  header: string,
  text: SignatureText,
): GivenSignatures | string | undefined {
  if (text.form === 'numbered') return readNumbered(headers, header);
  const value = findHeader(headers, header.toLowerCase());
  if (value === undefined) return undefined;
  if (text.form === 'whole') {
    const { prefix = '', several } = text;
    if (several === true) return readSeveral(value, header, prefix);
    if (!value.startsWith(prefix)) return `The ${header} header does not begin with ${prefix}.`;
    return { signatures: [prefix === '' ? value : value.slice(prefix.length)] };
  }
  return text.form === 'list' ? readList(value, header, text) : readFields(value, header, text);
}

/** The prefix stands before each of them, and may have a separator within: `v1,`. */
function readSeveral(value: string, header: string, prefix: string): GivenSignatures | string {
  const signatures: string[] = [];
  const separators = /[,\s]+/g;
  for (let at = 0, parts = 0; at < value.length && parts < mostParts; parts += 1) {
    const isOne = value.startsWith(prefix, at);
    const from = isOne ? at + prefix.length : at;
    separators.lastIndex = from;
    const end = separators.exec(value)?.index ?? value.length;
    if (isOne && end > from && signatures.length < mostSignatures)
      signatures.push(value.slice(from, end));
    at = end === value.length ? end : separators.lastIndex;
  }
  if (signatures.length > 0) return { signatures };
  return `The ${header} header has no signature${prefix === '' ? '' : ` after ${prefix}`}.`;
}

function readList(value: string, header: string, { version }: SignatureText & { form: 'list' }) {
  const begin = `${version},`;
  const signatures = value
    .split(' ', mostParts)
    .filter((piece) => piece.startsWith(begin))
    .slice(0, mostSignatures)
    .map((piece) => piece.slice(begin.length));
  return signatures.length === 0
    ? `The ${header} header has no ${version} signature.`
    : { signatures };
}

function readFields(value: string, header: string, text: SignatureText & { form: 'fields' }) {
  const signatures: string[] = [];
  let time: string | undefined;
  for (const field of fieldsIn(value, text)) {
    const equals = field.indexOf('=');
    const name = field.slice(0, Math.max(0, equals)).trim();
    if (name === text.time) time = field.slice(equals + 1);
    if (name === text.signature && signatures.length < mostSignatures)
      signatures.push(field.slice(equals + 1));
  }
  if (text.time !== undefined && time === undefined)
    return `The ${header} header has no ${text.time}=.`;
  if (signatures.length === 0) return `The ${header} header has no ${text.signature}=.`;
  return { signatures, ...(time !== undefined && { time }) };
}

/** `t=…,v1=… t=…,v1=…`, or with another separator, and with quotes around values. */
function fieldsIn(value: string, { separator, several }: SignatureText & { form: 'fields' }) {
  if (several !== true) return value.split(separator, mostParts);
  return value
    .split(separator, mostParts)
    .flatMap((field) => field.split(/[,\s]+/, mostParts))
    .slice(0, mostParts)
    .map((field) => field.replace(/^([^=]*=)"(.*)"$/, '$1$2'));
}

function readNumbered(headers: readonly string[], header: string): GivenSignatures | undefined {
  const signatures: string[] = [];
  for (let number = 1; number <= mostSignatures; number += 1) {
    const value = findHeader(headers, `${header}${number}`.toLowerCase());
    if (value === undefined) break;
    signatures.push(value);
  }
  return signatures.length === 0 ? undefined : { signatures };
}
