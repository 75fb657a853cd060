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

/** The address of the same page for the user's own account. */
export function ownAddress(): string {
  const { pathname, search } = location;
  return pathname.slice(basePath.length) + search;
}
