/** This tab keeps the secret of an invitation under this name until it is used: an address would stay in the history. */
const name = 'hookwell.invitation';

/** The same for browsers that keep nothing. It lasts as long as the page. */
let kept: string | undefined;

export function keepInvitation(secret: string): void {
  kept = secret;
  try {
    sessionStorage.setItem(name, secret);
  } catch (_noStorage) {
    // A log-in that leaves the page loses it; the link still works.
  }
}

export function keptInvitation(): string | undefined {
  try {
    return kept ?? sessionStorage.getItem(name) ?? undefined;
  } catch (_noStorage) {
    return kept;
  }
}

export function forgetInvitation(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(name);
  } catch (_noStorage) {
    // Nothing is kept.
  }
}
