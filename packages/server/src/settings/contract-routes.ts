import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/core/api';
import type { FastifyRequest } from 'fastify';
import { itsTurn } from '../connections/api-exchange.ts';
import type { ContractValidation } from '../contracts/contract-validation.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { callerOf } from '../http/caller.ts';
import { readWholeBody } from '../http/request-body.ts';
import { withOwnReader } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { CaptureReads } from '../requests/public.ts';
import { findContract, putContract, removeContract } from './contract.ts';
import { checkRoomForSettings } from './room.ts';
import { sendVersioned } from './send-versioned.ts';

/** The contracts of endpoints. */
export function contractRoutes(
  parts: Parts,
  reads: Pick<CaptureReads, 'readDocument'>,
  validation: Pick<ContractValidation, 'check'>,
): FastifyPluginAsyncTypebox {
  const { db } = parts.store;

  async function ownEndpointId(request: FastifyRequest, token: string): Promise<number> {
    const endpoint = await findOwnEndpoint(db, callerOf(request).account.id, token);
    if (endpoint === undefined) throw new Refusal('notFound');
    return endpoint.id;
  }

  return async (app) => {
    app.route({
      ...operations.getContract,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const id = await ownEndpointId(request, request.params.token);
        const read = () => findContract(db, id);
        return sendVersioned(reply, await reads.readDocument(callerOf(request).account.id, read));
      },
    });

    app.route({
      ...operations.deleteContract,
      handler: async (request, reply) => {
        const { token } = request.params;
        const endpoint = { accountId: callerOf(request).account.id, token };
        if ((await removeContract(db, endpoint)) === undefined) throw new Refusal('notFound');
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
          await ownEndpointId(request, request.params.token);
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

/** @throws {Refusal} `malformedJson` if there is no text */
function textOf(body: Buffer | undefined): string {
  if (body === undefined || body.length === 0)
    throw new Refusal('malformedJson', { sentence: 'The body is empty' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new Refusal('malformedJson', { cause });
  }
}
