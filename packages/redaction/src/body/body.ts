import { isJsonType, parseContentType } from '@hookwell/bodies/content-type';
import type { RequestToShare, SharedBody } from '../shared-request.ts';
import type { Redaction } from '../text/redaction.ts';
import { exactText } from './exact-text.ts';
import { redactedForm } from './form.ts';
import { redactedMultipart } from './multipart-form.ts';

/** A longer body is left out. */
export const mostSharedBodyBytes = 2 ** 20;

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
  const form = redactedForm(content, redaction);
  return form === undefined ? {} : { form };
}
