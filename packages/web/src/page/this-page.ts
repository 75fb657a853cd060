const id = /^\/t\/([1-9]\d{0,14})(?=\/|$)/.exec(globalThis.location?.pathname ?? '')?.[1];

/**
 * The id of the team that this page acts for, from its first moment to its last, or `undefined` for the user's own account.
 * The way to another account loads a page anew, so that nothing of two accounts ever meets in one.
 */
export const teamId = id === undefined ? undefined : Number(id);

/** Stands before every address of this page: `/t/7`, or nothing. */
export const basePath = id === undefined ? '' : `/t/${id}`;

/** Ends names that one account alone uses in this browser: `.7`, or nothing. */
export const ofAccount = id === undefined ? '' : `.${id}`;

/** Leads from a page of the team to that of the user, if it is about people and never about teams: `/t/7/account` to `/account`. */
export async function leaveTeam(): Promise<void> {
  if (basePath === '') return;
  const { pathname, search } = location;
  location.replace(pathname.slice(basePath.length) + search);
  await new Promise(() => {});
}

/** The things that the page remembers in this browser. */
type Setting =
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
  return read('localStorage', name);
}

/** Remembers a setting, or forgets it. Where the browser keeps nothing, it holds for this page alone. */
export function writeSetting(name: Setting, value: string | undefined): void {
  write('localStorage', name, value);
}

/** The things that a tab remembers for the pages that it loads next. */
type OfTab = 'toast' | 'left-with' | 'invitation';

export function readOfTab(name: OfTab): string | undefined {
  return read('sessionStorage', name);
}

export function writeOfTab(name: OfTab, value: string | undefined): void {
  write('sessionStorage', name, value);
}

type Storages = 'localStorage' | 'sessionStorage';

function read(storage: Storages, name: string): string | undefined {
  try {
    return globalThis[storage].getItem(`hookwell.${name}`) ?? undefined;
  } catch (_noStorage) {
    return undefined;
  }
}

function write(storage: Storages, name: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(`hookwell.${name}`);
    else globalThis[storage].setItem(`hookwell.${name}`, value);
  } catch (_noStorage) {
    // Private windows and full storages do not allow it.
  }
}
