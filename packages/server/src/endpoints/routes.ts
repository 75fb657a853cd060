import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type CreatedEndpoint, type Endpoint, operations } from '@hookwell/core/api';
import { ApiError } from '../api-error.ts';
import { endpointName } from '../audit/public.ts';
import type { EndpointRow } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { callerOf } from '../http/caller.ts';
import type { Addresses, Parts } from '../parts.ts';
import { listRefusals } from '../refusal-log/refusal-rows.ts';
import {
  createEndpoint,
  deleteEndpoint,
  findOwnEndpoint,
  listEndpoints,
  regenerateEndpoints,
  renameEndpoint,
} from './endpoints.ts';

/** Create, list, update, delete and regenerate endpoints; what did not get in to them. */
export function endpointRoutes(parts: Parts): FastifyPluginAsyncTypebox {
  const { store, addresses } = parts;

  return async (app) => {
    app.route({
      ...operations.createEndpoint,
      handler: async (request, reply) => {
        const endpoint = await createEndpoint(store.db, callerOf(request).account.id, parts);
        request.audit = { subject: endpointName(endpoint) };
        return reply.code(201).send(toCreatedEndpoint(endpoint, addresses));
      },
    });

    app.route({
      ...operations.listEndpoints,
      handler: async (request) => {
        const endpoints = await listEndpoints(store.db, callerOf(request).account.id);
        return endpoints.map(toEndpoint);
      },
    });

    app.route({
      ...operations.updateEndpoint,
      handler: async (request) => {
        const { account } = callerOf(request);
        const { token } = request.params;
        const { badgeName } = request.body;
        const endpoint =
          badgeName === undefined
            ? await findOwnEndpoint(store.db, account.id, token)
            : await inTransaction(store.db, (transaction) =>
                renameEndpoint(transaction, account.id, token, badgeName),
              );
        if (endpoint === undefined) throw new ApiError('notFound');
        request.audit =
          badgeName === undefined ? { accountIds: [] } : { subject: endpointName(endpoint) };
        return toEndpoint(endpoint);
      },
    });

    app.route({
      ...operations.deleteEndpoint,
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const mustBeEmpty = request.query.empty !== undefined;
        const { token } = request.params;
        const found = await deleteEndpoint(store.db, account.id, token, { mustBeEmpty });
        if (!found) throw new ApiError('notFound');
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.listRefusals,
      handler: async (request) => {
        const { account } = callerOf(request);
        const endpoint = await findOwnEndpoint(store.db, account.id, request.params.token);
        if (endpoint === undefined) throw new ApiError('notFound');
        return await listRefusals(store.db, endpoint.id, parts.clock());
      },
    });

    app.route({
      ...operations.regenerateEndpoints,
      handler: async (request, reply) => {
        const endpoint = await regenerateEndpoints(store.db, callerOf(request).account.id, parts);
        request.audit = { subject: endpointName(endpoint) };
        return reply.code(201).send(toCreatedEndpoint(endpoint, addresses));
      },
    });
  };
}

function toCreatedEndpoint(endpoint: EndpointRow, addresses: Addresses): CreatedEndpoint {
  return {
    id: endpoint.id,
    url: `${addresses.receiveBase}/wh/${endpoint.token}`,
    token: endpoint.token,
    createdAt: new Date(endpoint.created_at).toISOString(),
  };
}

function toEndpoint(endpoint: EndpointRow): Endpoint {
  return {
    id: endpoint.id,
    token: endpoint.token,
    createdAt: new Date(endpoint.created_at).toISOString(),
    badgeName: endpoint.badge_name ?? endpoint.token.slice(0, 8),
  };
}
