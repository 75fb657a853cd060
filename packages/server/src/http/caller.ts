import type { FastifyRequest } from 'fastify';
import type { Selectable, Transaction } from 'kysely';
import { findAndLockAccount } from '../database/locks.ts';
import type { AccountTable, Tables } from '../database/tables.ts';
import { ApiError } from './api-error.ts';

/** By what a caller was recognised: the id of a row in `session` or `api_key`. */
export interface Credential {
  kind: 'session' | 'key';
  id: number;
}

/** Who calls. A guest is an account without an email. */
export interface Caller {
  account: Selectable<AccountTable>;
  credential: Credential;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the hook of `credentials.ts` on routes that need a credential. */
    caller: Caller | undefined;
  }
}

/** Who calls. Throws `unauthenticated` where the route asked for no credential. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new ApiError('unauthenticated');
  return request.caller;
}

/**
 * Locks the account of a request until the transaction ends, and reads it anew. Throws
 * `unauthenticated` where it has ended since the request was let in (a guest may be merged at any
 * time), so that nothing is ever made for an account that is gone.
 */
export async function lockAccount(
  transaction: Transaction<Tables>,
  accountId: number,
): Promise<Selectable<AccountTable>> {
  const account = await findAndLockAccount(transaction, accountId);
  if (account === undefined) throw new ApiError('unauthenticated');
  return account;
}
