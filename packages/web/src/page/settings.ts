/** What the page remembers in this browser. */
export type Setting =
  | 'visited'
  | 'endpoint'
  | 'theme'
  | 'list-width'
  | 'wrap'
  | 'single-keys'
  | 'snippet'
  | 'resend-address';

export function readSetting(name: Setting): string | undefined {
  try {
    return localStorage.getItem(`hookwell.${name}`) ?? undefined;
  } catch (_noStorage) {
    return undefined;
  }
}

/** Remembers it as far as the browser allows: private windows and full storages do not. */
export function writeSetting(name: Setting, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`hookwell.${name}`);
    else localStorage.setItem(`hookwell.${name}`, value);
  } catch (_noStorage) {
    // Then it holds for this page alone.
  }
}
