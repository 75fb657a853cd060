import type { SchemeSettings } from '../scheme.ts';
import { checkSecret } from '../schemes/check-secret.ts';
import { findScheme } from '../schemes/table.ts';
import { waysFor, waysOf } from '../schemes/ways.ts';
import { keyOf } from './keys.ts';
import { ownMethod } from './own/own-method.ts';

/** `checkSecret`, and whether a key can be made of it. A sentence, without the secret, if the scheme cannot use it. */
export function checkKey(settings: SchemeSettings, secret: string): string | undefined {
  const fault = checkSecret(settings, secret);
  const scheme = findScheme(settings.scheme);
  if (fault !== undefined || scheme === undefined) return fault;
  try {
    for (const way of waysFor(waysOf(scheme, settings), secret)) {
      if (way.by === 'own') ownMethod(scheme.name, settings, [{ text: secret, secret: 0 }], 0);
      if (way.by === 'hmac' || way.by === 'public-key') keyOf(way, secret);
    }
    return undefined;
  } catch {
    return `It is no key of ${scheme.title}.`;
  }
}
