import type { Role } from '@hookwell/core/api';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountRow, Transaction } from '../database/tables.ts';

/** The credential that named the caller. */
export interface Credential {
  kind: 'session' | 'key';
  /** Of its row in `session` or `api_key`. */
  id: number;
  /** `CI (a1b2c)`, of a key. */
  keyName?: string;
}

/** Who calls, for which account. */
export interface Caller {
  /** The account that the call acts for: the caller's own, or a team's. */
  account: AccountRow;
  credential: Credential;
  /** The account of the session; of a key the account of who made it. The same as `account` where nobody acts for a team. */
  person: Pick<AccountRow, 'id' | 'email' | 'kind'>;
  /** In the team; `owner` of one's own account. */
  role: Role;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The hook of `credentials.ts` sets it on routes that need a credential. */
    caller: Caller | undefined;
  }
}

/**
 * The caller of a request.
 * @throws {ApiError} `unauthenticated` if the route takes no credential
 */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new ApiError('unauthenticated');
  return request.caller;
}

/**
 * Locks the account of a request until the transaction ends, and reads it anew. So nothing is made for an
 * account that has ended since the request was let in: a guest may be merged at any time.
 * @throws {ApiError} `unauthenticated` if the account has ended
 */
export async function lockAccount(
  transaction: Transaction,
  accountId: number,
): Promise<AccountRow> {
  const account = await findAndLockAccount(transaction, accountId);
  if (account === undefined) throw new ApiError('unauthenticated');
  return account;
}

/**
 * Locks the session of a request until the transaction ends. For what outlives it, such as keys: whoever ends the session removes
 * these after it, so none is made by a request that was let in before. Lock the account first.
 * @throws {ApiError} `unauthenticated` if the session has ended
 */
export async function lockSession(transaction: Transaction, sessionId: number): Promise<void> {
  const session = await transaction
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (session === undefined) throw new ApiError('unauthenticated');
}
