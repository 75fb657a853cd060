import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageSize, operations } from '@hookwell/core/api';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { listNotes, toEntry } from './audit-rows.ts';

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
