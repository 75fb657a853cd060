import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { FastifyRequest } from 'fastify';
import { itsTurn } from '../connections/api-exchange.ts';
import type { ContractValidation } from '../contracts/contract-validation.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { callerOf } from '../http/caller.ts';
import { withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { CaptureReads } from '../requests/public.ts';
import { contractRoutes } from './contract-routes.ts';
import { sendDeliveries } from './delivery-list.ts';
import { readDocument } from './read-document.ts';
import { checkRoomForSettings } from './room.ts';
import { sendVersioned } from './send-versioned.ts';
import { findDocument, isEmpty, putSettings, removeSettings } from './settings.ts';

/** The settings and contracts of endpoints, and the deliveries that settings have seen. */
export function settingsRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'lists' | 'readDeliveries' | 'readDocument' | 'inTurn'>,
  validation: Pick<ContractValidation, 'check'>,
): FastifyPluginAsyncTypebox {
  const { db } = parts.store;

  async function ownEndpointId(request: FastifyRequest, token: string): Promise<number> {
    const endpoint = await findOwnEndpoint(db, callerOf(request).account.id, token);
    if (endpoint === undefined) throw new Refusal('notFound');
    return endpoint.id;
  }

  return async (app) => {
    await app.register(contractRoutes(parts, reads, validation));

    app.route({
      ...operations.getSettings,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const id = await ownEndpointId(request, request.params.token);
        const read = () => findDocument(db, id);
        return sendVersioned(reply, await reads.readDocument(callerOf(request).account.id, read));
      },
    });

    app.route({
      ...operations.putSettings,
      validatorCompiler: withOwnReader,
      preParsing: async (request) => {
        await ownEndpointId(request, request.params.token);
      },
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const endpoint = { accountId: account.id, token: request.params.token };
        const party = parts.parties.of(account.id);
        const read = await parts.longWork.run(party, (count) =>
          count(() => readDocument(request.body, parts.config.xHeaders)),
        );
        if (!isEmpty(read.document)) await checkRoomForSettings(parts, account);
        const settings = isEmpty(read.document)
          ? await removeSettings(db, endpoint)
          : await putSettings(parts, endpoint, read);
        return sendVersioned(reply, settings);
      },
    });

    app.route({
      ...operations.deleteSettings,
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const { token } = request.params;
        const found = await removeSettings(db, { accountId: account.id, token });
        if (found === undefined) throw new Refusal('notFound');
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.listDeliveries,
      handler: async (request, reply) => {
        const { token } = request.params;
        const endpointId = await ownEndpointId(request, token);
        return await sendDeliveries(reply, parts, reads, {
          accountId: callerOf(request).account.id,
          endpointId,
          query: request.query,
          path: `/api/endpoints/${token}/deliveries`,
        });
      },
    });
  };
}
