import { bodyText } from '../http/body-text.ts';
import { type ContentType, isJsonType, parseContentType } from '../http/content-type.ts';
import { type BodyPart, multipartParts } from '../http/multipart.ts';
import { queryPairs } from '../http/target-text.ts';
import type { Redaction } from './redaction.ts';
import { hiddenValue, type RequestToShare, type SharedBody } from './rules.ts';

/** A longer body is left out. */
export const mostSharedBodyBytes = 2 ** 20;
/** A form of more fields is left out: each takes much more memory than it has characters. */
const mostFormFields = 10_000;

type Pairs = [name: string, value: string][];

/** What is shown of a body: JSON and forms, written anew. All others, and what is not read exactly, are left out. */
export function redactedBody(
  { body, headers }: RequestToShare,
  redaction: Redaction,
): Omit<SharedBody, 'contentType'> {
  if (body === undefined || body.length > mostSharedBodyBytes) return {};
  const type = parseContentType(
    headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1],
  );
  if (type.mediaType === 'multipart/form-data') {
    const form = redactedMultipart(body, type.parameters.get('boundary') ?? '', redaction);
    return form === undefined ? {} : { form };
  }
  const content = exactText(body, type);
  if (content === undefined) return {};
  // Many senders send JSON with another type. A number or a word alone is not meant as JSON there.
  const mayBeJson = isJsonType(type) || /^\ufeff?\s*[[{]/.test(content);
  const text = mayBeJson ? redaction.json(content) : undefined;
  if (text !== undefined) return { text };
  if (type.mediaType !== 'application/x-www-form-urlencoded') return {};
  const form = content.replace(/^\ufeff/, '');
  return isForm(form) ? { form: redactedPairs(form, redaction) } : {};
}

/** The text of bytes; `undefined` if the charset is not known, or if not all of them are text in it. */
function exactText(bytes: Uint8Array, type: ContentType): string | undefined {
  try {
    new TextDecoder(type.parameters.get('charset'));
  } catch {
    return undefined;
  }
  const { text, isValid } = bodyText(bytes, type);
  return isValid ? text : undefined;
}

/** By default, curl calls every text a form. What stands in a name that no form has there is another text. */
const inNoName = /[\s<>{}"\\\p{Control}]/u;

function isForm(text: string): boolean {
  const pieces = text.split('&', mostFormFields + 1);
  return (
    text.includes('=') &&
    pieces.length <= mostFormFields &&
    !pieces.some((piece) => inNoName.test(piece.split('=', 1)[0]?.trimEnd() ?? ''))
  );
}

/**
 * What is shown of the parameters of a query, or of the fields of a form. What stands behind a hidden value without an `=` is a part of
 * that: an `&` that was not encoded. Anywhere else it is a name, and hidden where values are, since it may be one: and so is what ends in the
 * `=` of Base64.
 */
export function redactedPairs(encoded: string, redaction: Redaction): Pairs {
  const shown: Pairs = [];
  let isHidden = false;
  const pieces = encoded.split('&').filter((piece) => piece !== '');
  for (const [index, piece] of pieces.entries()) {
    const [name = '', value = ''] = queryPairs(piece)[0] ?? [];
    const mayBeBase64 = piece.trimEnd().endsWith(index === pieces.length - 1 ? '=' : '==');
    if (redaction.hidesValues && mayBeBase64) shown.push([hiddenValue, '']);
    else if (piece.includes('=')) {
      isHidden = redaction.hidesValues || redaction.isSecret(name);
      shown.push(redaction.pair(name, value));
    } else if (!isHidden)
      shown.push([redaction.hidesValues ? hiddenValue : redaction.name(name), '']);
  }
  return shown;
}

/** What is shown of the fields of a form in parts; `undefined` if it cannot be read to its end. */
function redactedMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
  redaction: Redaction,
): Pairs | undefined {
  const multipart = multipartParts(bytes, boundary);
  if (multipart?.isClosed !== true) return undefined;
  return multipart.parts.map((part): [string, string] => {
    const name = plainName(part);
    if (name === undefined) return [hiddenValue, hiddenValue];
    const text = plainText(part);
    const isRead = text !== undefined && !text.includes(`--${boundary}`);
    return isRead ? redaction.pair(name, text) : [redaction.name(name), hiddenValue];
  });
}

/** The name of a part, if it is told once, without an encoding, so that all who read it find the same. */
function plainName({ headers, name, hasEmptyLine }: BodyPart): string | undefined {
  const dispositions = headers.filter(([header]) => header.toLowerCase() === 'content-disposition');
  const [, disposition = ''] = dispositions[0] ?? [];
  const isPlain =
    dispositions.length === 1 &&
    hasEmptyLine &&
    disposition.match(/(?<![^\s;])name(?:\*\d*)*\s*=/gi)?.length === 1;
  return isPlain && name?.includes('=?') === false ? name : undefined;
}

/** The text of a part that is no file and has no encoding of its own. */
function plainText({ headers, type, bytes }: BodyPart): string | undefined {
  const isText = type.mediaType === '' || /^text\/|[/+]json$/.test(type.mediaType);
  const isOther = headers.some(
    ([name, value]) =>
      /filename/i.test(value) ||
      (/^content-transfer-encoding$/i.test(name) && !/^(?:7bit|8bit|binary)$/i.test(value)),
  );
  return isText && !isOther ? exactText(bytes, type) : undefined;
}
