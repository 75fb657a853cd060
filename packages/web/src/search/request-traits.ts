import type { CapturedRequestSummary } from '@hookwell/client';

/** The traits that `has:` can ask for. */
export const requestTraits = [
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
export type RequestTrait = (typeof requestTraits)[number];

/** The declared media types of bodies. The bodies themselves are not in a list. */
const mediaTypes: Readonly<Partial<Record<RequestTrait, RegExp>>> = {
  json: /^[^;]*[/+]json\b/,
  xml: /^[^;]*[/+]xml\b/,
  form: /^application\/x-www-form-urlencoded\b/,
  text: /^text\//,
  file: /^multipart\//,
  image: /^image\//,
};

export function hasTrait(trait: RequestTrait, request: CapturedRequestSummary): boolean {
  if (trait === 'query') return Object.keys(request.queryParams).length > 0;
  if (trait === 'path') return request.path !== undefined && request.path !== '/';
  if (request.bodySize === 0) return false;
  const mediaType = mediaTypes[trait];
  return mediaType === undefined || mediaType.test(request.contentType?.trim().toLowerCase() ?? '');
}
