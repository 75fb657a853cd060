import { sql } from 'kysely';

/** The part of an account's row that says what it is. */
export interface OfSomeKind {
  kind: 'team' | 'identity' | null;
  email: string | null;
}

/** A guest has neither an email nor an identity, a team has members. */
export function kindOf({ kind, email }: OfSomeKind): 'guest' | 'registered' | 'team' {
  if (kind === 'team') return 'team';
  return kind === null && email === null ? 'guest' : 'registered';
}

export function isGuest(account: OfSomeKind): boolean {
  return kindOf(account) === 'guest';
}

/** The same of a row of `account` in a statement; the index of guests by network is made of its first part. */
export const isGuestRow = sql<boolean>`(account.email is null and account.kind is null)`;
