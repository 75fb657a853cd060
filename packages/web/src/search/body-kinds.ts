import type { CapturedRequestSummary } from '@hookwell/client';

/** What `has:` can ask for. */
export const bodyKinds = [
  'body',
  'json',
  'xml',
  'form',
  'text',
  'file',
  'image',
  'query',
  'path',
] as const;
export type BodyKind = (typeof bodyKinds)[number];

/** By the media type that the sender declared: bodies are not in a list. */
const mediaTypes: Readonly<Partial<Record<BodyKind, RegExp>>> = {
  json: /^[^;]*[/+]json\b/,
  xml: /^[^;]*[/+]xml\b/,
  form: /^application\/x-www-form-urlencoded\b/,
  text: /^text\//,
  file: /^multipart\//,
  image: /^image\//,
};

export function hasBodyKind(kind: BodyKind, request: CapturedRequestSummary): boolean {
  if (kind === 'query') return Object.keys(request.queryParams).length > 0;
  if (kind === 'path') return request.path !== undefined && request.path !== '/';
  if (request.bodySize === 0) return false;
  const mediaType = mediaTypes[kind];
  return mediaType === undefined || mediaType.test(request.contentType?.trim().toLowerCase() ?? '');
}
