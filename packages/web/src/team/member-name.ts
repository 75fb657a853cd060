import type { Member } from '@hookwell/client';

/** The email of a member, or a stand-in for whoever has none. */
export function memberName({ id, email }: Pick<Member, 'id' | 'email'>): string {
  return email ?? `account ${id}`;
}
