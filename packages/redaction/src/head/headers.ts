import { textOfBytes } from '@hookwell/bodies/byte-text';
import { foldedName } from '../names/folded-name.ts';
import { hiddenValue } from '../rules.ts';
import type { Redaction } from '../text/redaction.ts';
import { redactedAuthorization } from './authorization.ts';
import { redactedCookies } from './cookies.ts';
import { isHiddenHeader } from './header-names.ts';

type Header = [name: string, value: string];

/** What is shown of the headers of a request, in their order. */
export function redactedHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  redaction: Redaction,
  signatureHeaders: readonly string[],
): Header[] {
  const signing = new Set(signatureHeaders.map(foldedName));
  return headers.map(([name, value]): Header => {
    const isHidden = redaction.hidesValues || isHiddenHeader(name) || signing.has(foldedName(name));
    return [
      redaction.name(name),
      isHidden ? hiddenValue : shownValue(name, textOfBytes(value), redaction),
    ];
  });
}

function shownValue(name: string, value: string, redaction: Redaction): string {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization':
      return redactedAuthorization(value);
    case 'cookie':
    case 'cookie2':
    case 'set-cookie':
    case 'set-cookie2':
      return redactedCookies(value, (cookie) => redaction.name(cookie));
    default:
      return redaction.isSecret(name) ? hiddenValue : redaction.value(value);
  }
}
