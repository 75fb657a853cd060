import { maximumOwnedTeams, maximumTeams, type Role, type Team } from '@hookwell/core/api';
import { kindOf } from '../account-kind.ts';
import { removeAccount } from '../accounts/public.ts';
import { ApiError } from '../api-error.ts';
import {
  applyWaitingPayments,
  forgetPayments,
  lockSubscriptionsOf,
  type PaymentSettings,
} from '../billing/public.ts';
import type { Config } from '../config.ts';
import type { AccountRow, Database, Transaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { moveEndpoint } from '../endpoints/public.ts';
import { type Caller, lockAccount } from '../http/caller.ts';
import { lockActedFor, lockTeam } from '../members/memberships.ts';
import type { Clock } from '../parts.ts';

type TeamSettings = Pick<Config, 'signupPlan'> & PaymentSettings;

/**
 * Makes a team with its first owner. The limit is exact, even if several are made at once.
 * @throws {ApiError} `registeredOnly` for guests, `teamLimit`
 */
export async function createTeam(
  db: Database,
  settings: TeamSettings,
  founderId: number,
  name: string,
  now: number,
): Promise<Team> {
  return await inTransaction(db, async (transaction) => {
    await lockRegistered(transaction, founderId);
    await refuseTooManyTeams(transaction, founderId, { isNew: true, role: 'owner' });
    const team = await transaction
      .insertInto('account')
      .values({
        ...{ email: null, email_key: null, password_hash: null, kind: 'team' },
        ...{ name, founder_id: founderId, created_at: now },
        ...{ plan: settings.signupPlan, status: 'active' },
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
    const { id } = team;
    await transaction
      .insertInto('member')
      .values({ team_id: id, account_id: founderId, role: 'owner', joined_at: now })
      .execute();
    await applyWaitingPayments(transaction, settings, { id, email_key: null }, now);
    return toTeam({ ...team, role: 'owner' });
  });
}

/**
 * Locks the account of a person who is to become member of a team.
 * @throws {ApiError} `registeredOnly` for guests, `unauthenticated` if it has ended
 */
export async function lockRegistered(
  transaction: Transaction,
  accountId: number,
): Promise<AccountRow> {
  const account = await lockAccount(transaction, accountId);
  if (kindOf(account) !== 'registered') throw new ApiError('registeredOnly');
  return account;
}

/**
 * Refuses to let a locked account join one more team, or own one more.
 * @throws {ApiError} `teamLimit`
 */
export async function refuseTooManyTeams(
  transaction: Transaction,
  accountId: number,
  { isNew, role }: { isNew: boolean; role: Role },
): Promise<void> {
  const teams = await transaction
    .selectFrom('member')
    .select('role')
    .where('account_id', '=', accountId)
    .execute();
  const owned = teams.filter((team) => team.role === 'owner');
  if (isNew && teams.length >= maximumTeams) throw new ApiError('teamLimit');
  if (role === 'owner' && owned.length >= maximumOwnedTeams) throw new ApiError('teamLimit');
}

/** The teams of a person, in the order of joining. */
export async function listTeams(db: Database, accountId: number): Promise<Team[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.team_id')
    .select(['account.id', 'account.name', 'member.role'])
    .where('member.account_id', '=', accountId)
    .orderBy('member.joined_at')
    .orderBy('account.id')
    .execute();
  return rows.map(toTeam);
}

function toTeam({ name, ...team }: Omit<Team, 'name'> & Pick<AccountRow, 'name'>): Team {
  return { ...team, name: name ?? '' };
}

/** @throws {ApiError} `notFound` for whoever is no member, `roleTooLow` for all but owners */
export async function renameTeam(
  db: Database,
  teamId: number,
  callerId: number,
  name: string,
): Promise<Team> {
  return await inTransaction(db, async (transaction) => {
    const { role } = await lockTeam(transaction, teamId, callerId, 'owner');
    const team = await transaction
      .updateTable('account')
      .set({ name })
      .where('id', '=', teamId)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
    return toTeam({ ...team, role });
  });
}

/**
 * Deletes a team with all that is its own, and returns its account.
 * @throws {ApiError} `notFound`, `roleTooLow`, `teamNotEmpty` if it has endpoints that are not to be deleted
 */
export async function deleteTeam(
  db: Database,
  teamId: number,
  callerId: number,
  { withEndpoints }: { withEndpoints: boolean },
  now: number,
): Promise<AccountRow> {
  return await inTransaction(db, async (transaction) => {
    await lockSubscriptionsOf(transaction, teamId);
    const { account } = await lockTeam(transaction, teamId, callerId, 'owner');
    if (!withEndpoints) await refuseEndpoints(transaction, teamId);
    await forgetPayments(transaction, teamId, now);
    await removeAccount(transaction, teamId);
    return account;
  });
}

async function refuseEndpoints(transaction: Transaction, teamId: number): Promise<void> {
  const endpoint = await transaction
    .selectFrom('endpoint')
    .select('id')
    .where('account_id', '=', teamId)
    .limit(1)
    .executeTakeFirst();
  if (endpoint !== undefined) throw new ApiError('teamNotEmpty');
}

/**
 * Moves an endpoint of the account that the caller acts for to their own account or to one of their teams. The limit of that
 * one is exact.
 * @throws {ApiError} `notFound` if there is no such endpoint, or the caller is no member there; `roleTooLow` unless they own the
 * team that it is in, and are member where it goes; `endpointLimit`; `moveRemoves` if the plan
 * there keeps so many fewer requests that more than `removing` would be deleted
 */
export async function moveOwnEndpoint(
  db: Database,
  caller: Pick<Caller, 'account' | 'person'>,
  { token, to, removing }: { token: string; to: number; removing: number },
  rules: { config: Pick<Config, 'plans'>; clock: Clock },
): Promise<void> {
  const { account: from, person } = caller;
  await inTransaction(db, async (transaction) => {
    const lockFrom = () => lockActedFor(transaction, caller, 'owner');
    const lockTo = async () => {
      if (to === person.id) return await lockAccount(transaction, to);
      return (await lockTeam(transaction, to, person.id, 'member')).account;
    };
    // The account of a person comes first, then teams by their ids. A second lock of the same row costs nothing.
    const isFromFirst = kindOf(from) !== 'team' || (to !== person.id && from.id < to);
    if (isFromFirst) await lockFrom();
    const target = await lockTo();
    if (!isFromFirst) await lockFrom();
    await moveEndpoint(transaction, { accountId: from.id, token, removing }, target, rules);
  });
}
