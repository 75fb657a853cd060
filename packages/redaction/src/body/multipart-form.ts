import { parseContentType } from '@hookwell/bodies/content-type';
import { type BodyPart, multipartParts } from '@hookwell/bodies/multipart';
import { decodePercent } from '@hookwell/bodies/query-text';
import { hiddenValue } from '../rules.ts';
import type { Redaction } from '../text/redaction.ts';
import { exactText } from './exact-text.ts';

/** What is shown of the fields of a form in parts, files by their names alone; `undefined` if it cannot be read to its end. */
export function redactedMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
  redaction: Redaction,
): [name: string, value: string][] | undefined {
  const multipart = multipartParts(bytes, boundary);
  if (multipart?.isClosed !== true) return undefined;
  return multipart.parts.map((part): [name: string, value: string] => {
    const name = nameOf(part);
    if (name === undefined) return [hiddenValue, hiddenValue];
    const text = textOf(part);
    const isRead = text !== undefined && !text.includes(`--${boundary}`);
    return isRead ? redaction.pair(name, text) : [redaction.name(name), hiddenValue];
  });
}

/** The name of a part, if it is told once, and so that all who read it find the same. */
function nameOf(part: BodyPart): string | undefined {
  const [header, ...others] = part.headers.filter(
    ([name]) => name.toLowerCase() === 'content-disposition',
  );
  if (header === undefined || others.length > 0 || !part.hasEmptyLine) return undefined;
  const [, disposition] = header;
  if (disposition.match(nameParameters)?.length !== 1) return undefined;
  const extended = parseContentType(disposition).parameters.get('name*');
  const name = extended === undefined ? part.name : extendedText(extended);
  // A word of mail headers (RFC 2047) would have to be decoded.
  return name === undefined || name.includes('=?') ? undefined : name;
}

const nameParameters = /(?<![^\s;])name(?:\*\d*)*\s*=/gi;

/** Percent-encoded, with charset and language in front (RFC 8187). */
function extendedText(value: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? [];
  return encoded === undefined ? undefined : decodePercent(encoded);
}

function textOf(part: BodyPart): string | undefined {
  const isText = part.type.mediaType === '' || /^text\/|[/+]json$/.test(part.type.mediaType);
  const coding = part.headers.find(([name]) => name.toLowerCase() === 'content-transfer-encoding');
  const isPlain = coding === undefined || /^(?:7bit|8bit|binary)$/i.test(coding[1]);
  const isFile = part.headers.some(([, value]) => /filename/i.test(value));
  return isText && isPlain && !isFile ? exactText(part.bytes, part.type) : undefined;
}
