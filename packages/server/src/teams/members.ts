import type { Member, Role } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import {
  endInvitationsBy,
  endMembership,
  findMembership,
  isLower,
  lockTeam,
  refuseLastOwner,
} from '../members/memberships.ts';
import { refuseTooManyTeams } from './teams.ts';

/**
 * The members of a team, in the order of joining.
 * @throws {ApiError} `notFound` for whoever is no member
 */
export async function listMembers(
  db: Database,
  teamId: number,
  callerId: number,
): Promise<Member[]> {
  if ((await findMembership(db, teamId, callerId)) === undefined) throw new ApiError('notFound');
  const rows = await membersOf(db, teamId).orderBy('joined_at').orderBy('account.id').execute();
  return rows.map(toMember);
}

function membersOf(db: Database, teamId: number) {
  return db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.id', 'account.email', 'member.role'])
    .where('member.team_id', '=', teamId);
}

function toMember({ email, ...member }: { id: number; email: string | null; role: Role }): Member {
  return { ...member, ...(email === null ? {} : { email }) };
}

/**
 * Gives a member another role.
 * @throws {ApiError} `notFound`, `roleTooLow` for all but owners, `lastOwner` if the team would have none, `teamLimit` if the
 * member would own too many
 */
export async function setRole(
  db: Database,
  { teamId, memberId, callerId }: { teamId: number; memberId: number; callerId: number },
  role: Role,
): Promise<Member> {
  return await inTransaction(db, async (transaction) => {
    // The number of teams that one owns is exact. Persons are locked before teams.
    if (role === 'owner' && (await findMembership(transaction, teamId, memberId)))
      await findAndLockAccount(transaction, memberId);
    await lockTeam(transaction, teamId, callerId, 'owner');
    const member = await membersOf(transaction, teamId)
      .where('account.id', '=', memberId)
      .executeTakeFirst();
    if (member === undefined) throw new ApiError('notFound');
    if (member.role !== role) await writeRole(transaction, teamId, member, role);
    return toMember({ ...member, role });
  });
}

async function writeRole(
  transaction: Transaction,
  teamId: number,
  { id, role: before }: { id: number; role: Role },
  role: Role,
): Promise<void> {
  if (role === 'owner') await refuseTooManyTeams(transaction, id, { isNew: false, role });
  if (isLower(role, before)) {
    await refuseLastOwner(transaction, teamId, id);
    // They could invite somebody, or themselves, to more than they have now.
    await endInvitationsBy(transaction, teamId, id);
  }
  await transaction
    .updateTable('member')
    .set({ role })
    .where('team_id', '=', teamId)
    .where('account_id', '=', id)
    .execute();
}

/**
 * Removes a member with the keys, invitations and shares that they made, and returns whom.
 * @throws {ApiError} `notFound`, `roleTooLow` for all but owners and the member, `lastOwner` if the team would have none
 */
export async function removeMember(
  db: Database,
  { teamId, memberId, callerId }: { teamId: number; memberId: number; callerId: number },
): Promise<Member> {
  return await inTransaction(db, async (transaction) => {
    const least = memberId === callerId ? 'viewer' : 'owner';
    await lockTeam(transaction, teamId, callerId, least);
    const member = await membersOf(transaction, teamId)
      .where('account.id', '=', memberId)
      .executeTakeFirst();
    if (member === undefined) throw new ApiError('notFound');
    await endMembership(transaction, teamId, memberId);
    return toMember(member);
  });
}
