import { kindOf } from '../account-kind.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { moveEndpoint } from '../endpoints/public.ts';
import { type Caller, lockAccount } from '../http/caller.ts';
import { lockActedFor, lockTeam } from '../members/memberships.ts';
import type { Clock } from '../parts.ts';

/**
 * Moves an endpoint of the account that the caller acts for to their own account or to one of their teams. The limit of that
 * one is exact.
 * @throws {Refusal} `notFound` if there is no such endpoint, or the caller is no member there; `roleTooLow` unless they own the
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
