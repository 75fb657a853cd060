import { hiddenValue } from '../rules.ts';

/**
 * A text with the user and the password of URLs (`https://user:password@host`, or `//user:password@host`) hidden: a user alone may be a token.
 */
export function withoutUserInfo(text: string): string {
  let shown = '';
  let written = 0;
  for (let at = text.indexOf('//'); at !== -1; at = text.indexOf('//', at + 2)) {
    const end = lastAtSign(text, at + 2);
    // The user of every repository that is reached over SSH.
    if (end === -1 || text.slice(at + 2, end) === 'git') continue;
    shown += text.slice(written, at + 2) + hiddenValue;
    written = end;
  }
  return written === 0 ? text : shown + text.slice(written);
}

/** The last `@` before the host ends; -1 if there is none. */
function lastAtSign(text: string, from: number): number {
  let found = -1;
  for (let at = from; at < text.length && !/[\s/?#"<>]/.test(text.charAt(at)); at++)
    if (text.charAt(at) === '@') found = at;
  return found;
}
