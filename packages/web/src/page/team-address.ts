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
