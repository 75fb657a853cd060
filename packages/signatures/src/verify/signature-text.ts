import type { SignatureText } from '../scheme.ts';
import { findHeader } from '../schemes/headers.ts';

/** Signatures as a request gives them, encoded. */
export interface GivenSignatures {
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
export function readSignatures(
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
