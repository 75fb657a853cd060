import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type AuditAction, defaultPageSize, operations } from '@hookwell/core/api';
import type { FastifyInstance } from 'fastify';
import { isGuest } from '../account-kind.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { callerName, endpointName } from './names.ts';
import { keepNote, listNotes, toEntry } from './rows.ts';

/** Who did what to an account. */
export function auditRoutes({ store, addresses }: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.listAudit,
      handler: async (request, reply) => {
        const { limit = defaultPageSize, before } = request.query;
        const accountId = callerOf(request).account.id;
        const rows = await listNotes(store.db, { accountId, limit: limit + 1, before });
        const page = rows.slice(0, limit);
        const oldest = page.at(-1)?.id;
        if (rows.length > limit && oldest !== undefined) {
          reply.header('link', nextLink(`${addresses.base}/api/audit`, request.query, oldest));
        }
        return page.map(toEntry);
      },
    });
  };
}

/** What a row says besides its operation. Handlers tell it, and may do so before all is done. */
interface AuditDetails {
  /** Where it is not that of the operation. */
  action?: AuditAction;
  /** By default the endpoint that the address names. */
  subject?: string | undefined;
  /** The accounts that get a row; by default the one acted for. None if nothing was changed. */
  accountIds?: readonly number[];
}

declare module 'fastify' {
  interface FastifyRequest {
    audit: AuditDetails | undefined;
  }
}

/**
 * Writes a row for each operation of a caller that changes something, after it has succeeded and before the answer is sent: whoever
 * has the answer finds the row. To be called before `waitInTurn`, so that the caller's turn includes the row: nobody can write more of
 * them than changes have turns. Guests have no rows, and pay nothing.
 */
export function auditChanges(
  app: FastifyInstance,
  parts: Pick<Parts, 'store' | 'clock' | 'log'>,
  clientAddress: ClientAddress,
): void {
  app.decorateRequest('audit', undefined);

  app.addHook('preHandler', async (request) => {
    const { caller, routeOptions } = request;
    const { token } = Object(request.params);
    if (routeOptions.config.audit === undefined || token === undefined) return;
    if (caller === undefined || isGuest(caller.account)) return;
    // Afterwards it may be gone.
    const endpoint = await parts.store.db
      .selectFrom('endpoint')
      .select(['token', 'badge_name'])
      .where('token', '=', String(token))
      .where('account_id', '=', caller.account.id)
      .executeTakeFirst();
    request.audit = { subject: endpoint && endpointName(endpoint) };
  });

  app.addHook('onSend', async (request, { statusCode }) => {
    const { caller, audit, routeOptions } = request;
    const operation = routeOptions.config.audit;
    if (operation === undefined || caller === undefined || statusCode >= 400) return;
    if (isGuest(caller.account)) return;
    const { action = operation, subject, accountIds = [caller.account.id] } = audit ?? {};
    const by = callerName(caller);
    const ipAddress = clientAddress(request.raw);
    for (const id of accountIds)
      await keepNote(parts, { account: { id }, action, by, subject, ipAddress });
  });
}
