import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { itsTurn } from '../connections/api-exchange.ts';
import type { AccountRow, Database } from '../database/tables.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { isFreeGuest } from '../fairness/parties.ts';
import { callerOf } from '../http/caller.ts';
import { readWholeBody } from '../http/request-body.ts';
import { sendJson, withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import type { ContractValidation } from '../receive/contract-validation.ts';
import { guestShare } from '../receive/guest-space.ts';
import type { CaptureReads } from '../requests/public.ts';
import { findContract, putContract, removeContract } from './contract.ts';
import { sendDeliveries } from './delivery-list.ts';
import { readDocument } from './sealed-secrets.ts';
import {
  findDocument,
  isEmpty,
  putSettings,
  removeSettings,
  type VersionedDocument,
} from './settings.ts';

/** The settings and contracts of endpoints, and the deliveries that settings have seen. */
export function settingsRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'lists' | 'readDeliveries' | 'readDocument'>,
  validation: Pick<ContractValidation, 'check'>,
): FastifyPluginAsyncTypebox {
  const { db } = parts.store;
  return async (app) => {
    await app.register(contractRoutes(parts, reads, validation));

    app.route({
      ...operations.getSettings,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const id = await ownEndpointId(db, request, request.params.token);
        const read = () => findDocument(db, id);
        return sendVersioned(reply, await reads.readDocument(callerOf(request).account.id, read));
      },
    });

    app.route({
      ...operations.putSettings,
      validatorCompiler: withOwnReader,
      preParsing: async (request) => {
        await ownEndpointId(db, request, request.params.token);
      },
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const endpoint = { accountId: account.id, token: request.params.token };
        const read = readDocument(request.body, parts.config.xHeaders);
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
        if (found === undefined) throw new ApiError('notFound');
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.listDeliveries,
      handler: async (request, reply) => {
        const { token } = request.params;
        const endpointId = await ownEndpointId(db, request, token);
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

/** The contracts of endpoints. */
function contractRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'readDocument'>,
  validation: Pick<ContractValidation, 'check'>,
): FastifyPluginAsyncTypebox {
  const { db } = parts.store;
  return async (app) => {
    app.route({
      ...operations.getContract,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const id = await ownEndpointId(db, request, request.params.token);
        const read = () => findContract(db, id);
        return sendVersioned(reply, await reads.readDocument(callerOf(request).account.id, read));
      },
    });

    app.route({
      ...operations.deleteContract,
      handler: async (request, reply) => {
        const { token } = request.params;
        const endpoint = { accountId: callerOf(request).account.id, token };
        if ((await removeContract(db, endpoint)) === undefined) throw new ApiError('notFound');
        return reply.code(204).send();
      },
    });

    // The text is read in a thread: it may be long, and its names are data.
    await app.register(async (app) => {
      app.removeContentTypeParser('application/json');
      app.addContentTypeParser(
        'application/json',
        (request: FastifyRequest, body: IncomingMessage) => readWholeBody(request, body),
      );
      app.route<{ Body: Buffer | undefined; Params: { token: string } }>({
        ...operations.putContract,
        validatorCompiler: withOwnReader,
        preParsing: async (request) => {
          await ownEndpointId(db, request, request.params.token);
        },
        handler: async (request, reply) => {
          const { account } = callerOf(request);
          const endpoint = { accountId: account.id, token: request.params.token };
          const document = textOf(request.body);
          const { isEmpty } = await validation.check(parts.parties.of(account.id), document);
          if (!isEmpty) await checkRoomForSettings(parts, account);
          const contract = isEmpty
            ? await removeContract(db, endpoint)
            : await putContract(db, endpoint, document);
          return sendVersioned(reply, contract);
        },
      });
    });
  };
}

async function ownEndpointId(
  db: Database,
  request: FastifyRequest,
  token: string,
): Promise<number> {
  const endpoint = await findOwnEndpoint(db, callerOf(request).account.id, token);
  if (endpoint === undefined) throw new ApiError('notFound');
  return endpoint.id;
}

/** @throws {ApiError} `malformedJson` if there is no text */
function textOf(body: Buffer | undefined): string {
  if (body === undefined || body.length === 0)
    throw new ApiError('malformedJson', { sentence: 'The body is empty' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ApiError('malformedJson', { cause });
  }
}

/**
 * Sends a document, with its version as the ETag.
 * @throws {ApiError} `notFound` if there is no endpoint any more
 */
function sendVersioned(reply: FastifyReply, found: VersionedDocument | undefined): FastifyReply {
  if (found === undefined) throw new ApiError('notFound');
  return sendJson(reply.header('etag', `"${found.version}"`), found.document);
}

/**
 * Checks that there is room in the store for settings, as there must be for captures.
 * @throws {StoreFull} at the size limit
 * @throws {ApiError} `guestSpaceFull` if there is none for guests
 */
async function checkRoomForSettings(
  { store }: Pick<Parts, 'store'>,
  account: AccountRow,
): Promise<void> {
  // It writes a row, and may find that there is room again.
  if (store.isFull()) await store.checkWritable();
  if (isFreeGuest(account) && store.usedShare() > guestShare) throw new ApiError('guestSpaceFull');
}
