import type { SchemeSettings } from '../scheme.ts';
import { findScheme } from './table.ts';
import { waysOf } from './ways.ts';

/** The headers, in lower case, that are themselves the secret by these settings, or hand it over. */
export function secretHeaders(settings: SchemeSettings): string[] {
  const scheme = findScheme(settings.scheme);
  if (scheme === undefined) return [];
  const names = waysOf(scheme, settings).flatMap((way) => (way.by === 'secret' ? way.header : []));
  const { handshakeHeader } = scheme.secret;
  if (handshakeHeader !== undefined) names.push(handshakeHeader);
  return names.map((name) => name.toLowerCase());
}
