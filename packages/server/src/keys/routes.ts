import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ApiKey, operations } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { keyName } from '../audit/public.ts';
import { allowsApiUse } from '../billing/public.ts';
import type { ApiKeyRow } from '../database/tables.ts';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './keys.ts';

/** List, create and delete API keys. */
export function keyRoutes({ store, clock }: Parts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.route({
      ...operations.listApiKeys,
      handler: async (request) => {
        const caller = callerOf(request);
        if (!allowsApiUse(caller.account)) throw new ApiError('planTooLow');
        return (await listApiKeys(store.db, caller)).map(toApiKey);
      },
    });

    app.route({
      ...operations.createApiKey,
      handler: async (request, reply) => {
        const { name } = request.body;
        const { apiKey, secret } = await createApiKey(store.db, callerOf(request), name, clock);
        request.audit = { subject: keyName(apiKey) };
        return reply.code(201).send({ ...toApiKey(apiKey), secret });
      },
    });

    app.route({
      ...operations.deleteApiKey,
      // Every plan allows this: an account that has stopped paying can still end its keys.
      handler: async (request, reply) => {
        const { trackingId } = request.params;
        const deleted = await deleteApiKey(store.db, callerOf(request), trackingId);
        if (deleted === undefined) throw new ApiError('notFound');
        request.audit = { subject: keyName(deleted) };
        return reply.code(204).send();
      },
    });
  };
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    trackingId: row.tracking_id,
    keyHint: row.key_hint,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    ...(row.last_used_at === null ? {} : { lastUsed: new Date(row.last_used_at).toISOString() }),
  };
}
