import { type Role, roles } from '@hookwell/core/api';
import { kindOf } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { type Caller, lockAccount } from '../http/caller.ts';
import { requireRole } from '../http/credentials.ts';

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

/**
 * Locks the team, and gives it with the role that the account has in it now: roles change under the same lock.
 * @throws {ApiError} `notFound` for whoever is no member, `roleTooLow`
 */
export async function lockTeam(
  transaction: Transaction,
  teamId: number,
  accountId: number,
  least: Role,
): Promise<Membership> {
  // Nobody but a member can hold a team up.
  const isMember = await findMembership(transaction, teamId, accountId);
  const account = isMember && (await findAndLockAccount(transaction, teamId));
  const membership = account && (await findMembership(transaction, teamId, accountId));
  if (membership === undefined) throw new ApiError('notFound');
  requireRole(membership.role, least);
  return membership;
}

/**
 * Locks the account that a call acts for: a team only while the caller has this role in it.
 * @throws {ApiError} `unauthenticated` if their own account has ended, `notFound` and `roleTooLow` as `lockTeam`
 */
export async function lockActedFor(
  transaction: Transaction,
  { account, person }: Pick<Caller, 'account' | 'person'>,
  least: Role,
): Promise<AccountRow> {
  if (kindOf(account) !== 'team') return await lockAccount(transaction, account.id);
  return (await lockTeam(transaction, account.id, person.id, least)).account;
}

/** Locks the teams of an account, by their ids. Lock the account first, so that it joins none meanwhile. */
async function lockTeamsOf(transaction: Transaction, accountId: number): Promise<number[]> {
  const teams = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('member').select('team_id').where('account_id', '=', accountId),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return teams.map(({ id }) => id);
}

/**
 * Ends all memberships of a locked account, with what it made in its teams.
 * @throws {ApiError} `lastOwner` if a team would have no owner
 */
export async function leaveTeams(transaction: Transaction, accountId: number): Promise<number[]> {
  const teamIds = await lockTeamsOf(transaction, accountId);
  for (const teamId of teamIds) await endMembership(transaction, teamId, accountId);
  return teamIds;
}

/**
 * Ends a membership, with the keys, invitations and shares that the member made in the team. Lock the team first.
 * @throws {ApiError} `lastOwner`
 */
export async function endMembership(
  transaction: Transaction,
  teamId: number,
  accountId: number,
): Promise<void> {
  await refuseLastOwner(transaction, teamId, accountId);
  await endInvitationsBy(transaction, teamId, accountId);
  for (const made of ['api_key', 'share'] as const) {
    await transaction
      .deleteFrom(made)
      .where('account_id', '=', teamId)
      .where('created_by', '=', accountId)
      .execute();
  }
  await transaction
    .deleteFrom('member')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Refuses to let the only owner of a locked team go.
 * @throws {ApiError} `lastOwner`
 */
export async function refuseLastOwner(
  transaction: Transaction,
  teamId: number,
  accountId: number,
): Promise<void> {
  const owners = await transaction
    .selectFrom('member')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  if (owners.length === 1 && owners[0]?.account_id === accountId) throw new ApiError('lastOwner');
}

/** Ends the invitations that a member made. */
export async function endInvitationsBy(
  transaction: Transaction,
  teamId: number,
  accountId: number,
): Promise<void> {
  await transaction
    .deleteFrom('invitation')
    .where('team_id', '=', teamId)
    .where('created_by', '=', accountId)
    .execute();
}

/** Whether a role allows less than another. */
export function isLower(role: Role, than: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(than);
}
