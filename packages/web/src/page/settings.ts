import { teamId } from './team-address.ts';

/** The things that the page remembers in this browser. */
export type Setting =
  | 'visited'
  | 'endpoints'
  | 'untouched'
  | 'theme'
  | 'list-width'
  | 'wrap'
  | 'single-keys'
  | 'snippet'
  | 'unread'
  | `unread.${number}`
  | 'removals'
  | `removals.${number}`
  | 'resend-address'
  | 'searches'
  | 'expectations'
  | 'loopback';

/** The removals that were not yet carried out. Those of a team stand beside those of the user's own account. */
export const removalsSetting: Setting = teamId === undefined ? 'removals' : `removals.${teamId}`;

export function readSetting(name: Setting): string | undefined {
  try {
    return localStorage.getItem(`hookwell.${name}`) ?? undefined;
  } catch (_noStorage) {
    return undefined;
  }
}

/** Remembers a setting, or forgets it. Private windows and full storages do not allow it. */
export function writeSetting(name: Setting, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`hookwell.${name}`);
    else localStorage.setItem(`hookwell.${name}`, value);
  } catch (_noStorage) {
    // The setting holds for this page alone.
  }
}
