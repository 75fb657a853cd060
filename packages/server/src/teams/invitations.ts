import {
  type Invitation,
  type InvitationPreview,
  maximumInvitations,
  maximumMembers,
  type NewInvitation,
  type Role,
  type Team,
} from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Caller, lockSession } from '../http/caller.ts';
import { requireRole } from '../http/credentials.ts';
import { findMembership, isLower, lockTeam } from '../members/memberships.ts';
import type { Parts } from '../parts.ts';
import { createRandomSecret, hashSecret } from '../random-secret.ts';
import { lockRegistered, refuseTooManyTeams } from './teams.ts';

const dayMs = 86_400_000;
const defaultDays = 7;

/**
 * Makes an invitation and returns it with its secret, which is stored nowhere.
 * @throws {ApiError} `notFound`, `roleTooLow` for all but owners, `invitationLimit`, `unauthenticated` if the session has ended
 */
export async function createInvitation(
  db: Database,
  teamId: number,
  { person, credential }: Pick<Caller, 'person' | 'credential'>,
  { role, days = defaultDays }: NewInvitation,
  now: number,
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = createRandomSecret();
  return await inTransaction(db, async (transaction) => {
    await lockTeam(transaction, teamId, person.id, 'owner');
    await lockSession(transaction, credential.id);
    const open = await openInvitations(transaction, teamId, now).execute();
    if (open.length >= maximumInvitations) throw new ApiError('invitationLimit');
    const row = await transaction
      .insertInto('invitation')
      .values({
        ...{ team_id: teamId, role, secret_hash: hashSecret(secret), created_by: person.id },
        ...{ created_at: now, expires_at: now + days * dayMs },
      })
      .returning(['id', 'role', 'expires_at'])
      .executeTakeFirstOrThrow();
    return { invitation: toInvitation(row), secret };
  });
}

/**
 * The invitations that nobody has used, oldest first.
 * @throws {ApiError} `notFound` for whoever is no member, `roleTooLow` for all but owners
 */
export async function listInvitations(
  db: Database,
  { teamId, callerId }: { teamId: number; callerId: number },
  now: number,
): Promise<Invitation[]> {
  const membership = await findMembership(db, teamId, callerId);
  if (membership === undefined) throw new ApiError('notFound');
  requireRole(membership.role, 'owner');
  return (await openInvitations(db, teamId, now).execute()).map(toInvitation);
}

/** @throws {ApiError} `notFound`, `roleTooLow` for all but owners */
export async function deleteInvitation(
  db: Database,
  { teamId, callerId }: { teamId: number; callerId: number },
  invitationId: number,
  now: number,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockTeam(transaction, teamId, callerId, 'owner');
    const { numDeletedRows } = await transaction
      .deleteFrom('invitation')
      .where('team_id', '=', teamId)
      .where('id', '=', invitationId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError('notFound');
  });
}

/**
 * What an invitation leads to, and who made it.
 * @throws {ApiError} `notFound` if there is no such invitation, or it was used or has expired
 */
export async function lookAtInvitation(
  db: Database,
  secret: string,
  now: number,
): Promise<InvitationPreview> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('account as team', 'team.id', 'invitation.team_id')
    .innerJoin('account as maker', 'maker.id', 'invitation.created_by')
    .select(['team.name', 'maker.email', 'invitation.role', 'invitation.expires_at'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('notFound');
  return {
    team: row.name ?? '',
    role: row.role,
    ...(row.email !== null && { by: row.email }),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

/**
 * Makes a registered account a member by an invitation, which serves once. A higher role stays as it is.
 * @throws {ApiError} `registeredOnly` for guests; `notFound` if there is no such invitation, or it was used or has expired;
 * `memberLimit`, `teamLimit`
 */
export async function acceptInvitation(
  db: Database,
  callerId: number,
  secret: string,
  now: number,
): Promise<Team> {
  const hash = hashSecret(secret);
  return await inTransaction(db, async (transaction) => {
    await lockRegistered(transaction, callerId);
    const team = await lockInvitingTeam(transaction, hash, now);
    const used = await transaction
      .deleteFrom('invitation')
      .where('secret_hash', '=', hash)
      .returning('role')
      .executeTakeFirst();
    if (team === undefined || used === undefined) throw new ApiError('notFound');
    const role = await join(transaction, team.id, callerId, used.role, now);
    return { id: team.id, name: team.name ?? '', role };
  });
}

/** The team of an invitation that has not expired, locked. */
async function lockInvitingTeam(
  transaction: Transaction,
  hash: string,
  now: number,
): Promise<AccountRow | undefined> {
  const invitation = await transaction
    .selectFrom('invitation')
    .select('team_id')
    .where('secret_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return invitation && (await findAndLockAccount(transaction, invitation.team_id));
}

/** Gives a locked account at least this role in a locked team. Returns the role that it has then. */
async function join(
  transaction: Transaction,
  teamId: number,
  accountId: number,
  role: Role,
  now: number,
): Promise<Role> {
  const present = (await findMembership(transaction, teamId, accountId))?.role;
  if (present !== undefined && !isLower(present, role)) return present;
  await refuseTooManyTeams(transaction, accountId, { isNew: present === undefined, role });
  if (present === undefined) await refuseFullTeam(transaction, teamId);
  await transaction
    .insertInto('member')
    .values({ team_id: teamId, account_id: accountId, role, joined_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'account_id']).doUpdateSet({ role }))
    .execute();
  return role;
}

async function refuseFullTeam(transaction: Transaction, teamId: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('member')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maximumMembers) throw new ApiError('memberLimit');
}

/** Removes expired invitations. Resolves with their number, at most `limit`. */
export async function removeExpiredInvitations(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  limit: number,
): Promise<number> {
  const now = clock();
  const { numDeletedRows } = await store.db
    .deleteFrom('invitation')
    .where('id', 'in', (eb) =>
      eb.selectFrom('invitation').select('id').where('expires_at', '<=', now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function openInvitations(db: Database, teamId: number, now: number) {
  return db
    .selectFrom('invitation')
    .select(['id', 'role', 'expires_at'])
    .where('team_id', '=', teamId)
    .where('expires_at', '>', now)
    .orderBy('id');
}

function toInvitation(row: { id: number; role: Role; expires_at: number }): Invitation {
  return { id: row.id, role: row.role, expiresAt: new Date(row.expires_at).toISOString() };
}
