import type { BodyKind } from '../language/match.ts';
import type { MatchableRequest } from './matchable-request.ts';

/** Whether a body is of a kind, by what is known before it is read; `undefined` if its text decides. */
export function isKindByHead(
  kind: BodyKind,
  { bodySize, mediaType }: MatchableRequest,
): boolean | undefined {
  if (kind === 'empty') return bodySize === 0;
  if (bodySize === 0) return false;
  switch (kind) {
    case 'form':
      return mediaType === 'application/x-www-form-urlencoded';
    case 'multipart':
      return mediaType.startsWith('multipart/');
    case 'image':
      return mediaType.startsWith('image/');
    case 'xml':
      return isXml(mediaType) || undefined;
    default:
      return undefined;
  }
}

function isXml(mediaType: string): boolean {
  return mediaType === 'application/xml' || mediaType === 'text/xml' || mediaType.endsWith('+xml');
}
