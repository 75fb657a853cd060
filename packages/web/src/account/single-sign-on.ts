import { readSetting, writeSetting } from '../page/settings.ts';
import { nextPath } from './next-path.ts';

/** This tab keeps under this name the endpoints that its guest had when it left for the log-in elsewhere. */
const leftWith = 'hookwell.left-with';

/** The address that begins a single sign-on. It comes back to the log-in page, which leads on to `next`. */
export function signOnAddress(next: unknown): string {
  const back = `/login?${new URLSearchParams({ next: nextPath(next) })}`;
  return `/api/auth/oidc?${new URLSearchParams({ next: back })}`;
}

/** To be called as the page is left for a single sign-on, with the tokens of the guest's endpoints. */
export function leaveForSignOn(tokens: readonly string[]): void {
  // Where nobody was before, the log-in page would not ask who came back. If nobody did, a guest begins.
  if (readSetting('visited') === undefined) writeSetting('visited', 'guest');
  try {
    sessionStorage.setItem(leftWith, tokens.join(' '));
  } catch (_noStorage) {
    // The log-in page then shows that the user is logged in, and does not go on by itself.
  }
}

/** The tokens that this tab left with for a single sign-on, or `undefined` if it did not leave. */
export function tokensLeftWith(): readonly string[] | undefined {
  try {
    const kept = sessionStorage.getItem(leftWith);
    return kept?.split(' ').filter((token) => token !== '');
  } catch (_noStorage) {
    return undefined;
  }
}

export function forgetLeaving(): void {
  try {
    sessionStorage.removeItem(leftWith);
  } catch (_noStorage) {
    // Nothing is kept.
  }
}
