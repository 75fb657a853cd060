import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { AccountTable } from '../database/tables.ts';
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
