import type { Role } from '@hookwell/contract';
import type { AccountRow, Database } from '../database/tables.ts';

/** A team, and the role in it of one of its members. */
export interface Membership {
  account: AccountRow;
  role: Role;
}

/** The membership of an account in a team; undefined if it is no member. */
export async function findMembership(
  db: Database,
  teamId: number,
  accountId: number,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.team_id')
    .where('member.team_id', '=', teamId)
    .where('member.account_id', '=', accountId)
    .selectAll('account')
    .select('member.role')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { role, ...account } = row;
  return { account, role };
}
