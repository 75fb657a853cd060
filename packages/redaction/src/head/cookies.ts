import { hiddenValue } from '../rules.ts';

/** A piece of a cookie header up to its `;`. A quoted value may have one in it. */
const piece = /\s*([^=;]*)(?:=(\s*"[^"]*(?:"[^;]*|$)|[^;]*))?(?:;|$)/y;

/** Attributes of `Set-Cookie` that have no value (RFC 6265, section 4.1; RFC 6265bis). */
const flags = /^(?:secure|httponly|partitioned)$/i;

/** What is shown of `Cookie` and `Set-Cookie`: the names. */
export function redactedCookies(value: string, shownName: (name: string) => string): string {
  const pieces: string[] = [];
  piece.lastIndex = 0;
  while (piece.lastIndex < value.length) {
    const [whole = '', name = '', text] = piece.exec(value) ?? [];
    if (whole === '') break;
    const trimmed = name.trim();
    if (text !== undefined) pieces.push(`${shownName(trimmed)}=${hiddenValue}`);
    else if (trimmed !== '') pieces.push(flags.test(trimmed) ? trimmed : hiddenValue);
  }
  return pieces.join('; ');
}
