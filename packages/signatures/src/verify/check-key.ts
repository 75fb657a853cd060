import type { SchemeSettings, Signing } from '../scheme.ts';
import { checkSecret, withPlace } from '../schemes/check-secret.ts';
import { findScheme } from '../schemes/table.ts';
import { waysFor, waysOf } from '../schemes/ways.ts';
import { keyOf } from './keys.ts';
import { ownMethod } from './own/own-method.ts';

/** `checkSecret`, and whether a key can be made of it. A sentence, without the secret, if the scheme cannot use it. */
export function checkKey(settings: SchemeSettings, secret: string): string | undefined {
  const fault = checkSecret(settings, secret);
  const scheme = findScheme(settings.scheme);
  if (fault !== undefined || scheme === undefined) return fault;
  const ways = waysFor(waysOf(scheme, settings), secret);
  return ways.every((way) => isKeyOf(way, settings, secret))
    ? undefined
    : withPlace(`It is not a key of ${scheme.title}.`, scheme);
}

/** Whether a way can make a key of a secret. */
export function isKeyOf(way: Signing, settings: SchemeSettings, secret: string): boolean {
  try {
    if (way.by === 'own') ownMethod(settings.scheme, settings, [{ text: secret, secret: 0 }], 0);
    if (way.by === 'hmac' || way.by === 'public-key') keyOf(way, secret);
    return true;
  } catch {
    return false;
  }
}
