import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations } from '@hookwell/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredCapture } from '../database/capture-log.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { ApiError } from '../http/api-error.ts';
import { callerOf } from '../http/caller.ts';
import type { Parts } from '../parts.ts';
import { type CaptureReads, type HeldRead, LARGEST_LIGHT_BODY } from './capture-reads.ts';
import { headerPairs, parseHeaders } from './headers.ts';
import { clientOf, type ReadingClient, releaseAtClose } from './reading-client.ts';
import { sendList } from './send-list.ts';
import { pathAndQueryOf } from './target.ts';

/** A stored body is anything at all: a browser that opens it must do nothing with it. */
const bodyHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Reads and deletes captured requests. Somebody else's are as unknown as those that never were. */
export function requestRoutes(parts: Parts, reads: CaptureReads): FastifyPluginAsyncTypebox {
  const { captures, db } = parts.store;

  /** The account's endpoint of this token as a scope. */
  async function endpointScope(request: FastifyRequest, token: string) {
    const accountId = callerOf(request).account.id;
    const endpoint = await findOwnEndpoint(db, accountId, token);
    if (endpoint === undefined) throw new ApiError('notFound');
    return { accountId, endpointId: endpoint.id };
  }

  /** The account's capture of this id, without its body where that is larger. */
  async function ownCapture(
    request: FastifyRequest<{ Params: { id: number } }>,
    largestBody: number,
  ): Promise<StoredCapture> {
    const { account } = callerOf(request);
    const capture = await captures.readOne(account.id, request.params.id, largestBody);
    if (capture === undefined) throw new ApiError('notFound');
    return capture;
  }

  /** What a large read gave; its share of the budget is given back when the response is closed. */
  async function untilClosed<Content>(
    reply: FastifyReply,
    read: (client: ReadingClient) => Promise<HeldRead<Content> | undefined>,
  ): Promise<Content> {
    const client = clientOf(reply.raw);
    const held = await read(client);
    if (held === undefined) throw new ApiError('notFound');
    releaseAtClose(held.hold, client);
    return held.content;
  }

  return async (app) => {
    app.route({
      ...operations.listRequests,
      handler: async (request, reply) => {
        const scope = { accountId: callerOf(request).account.id };
        const list = { scope, query: request.query, path: '/api/requests' };
        return await sendList(reply, parts, reads, list);
      },
    });

    app.route({
      ...operations.listEndpointRequests,
      handler: async (request, reply) => {
        const { token } = request.params;
        const scope = await endpointScope(request, token);
        const list = { scope, query: request.query, path: `/api/requests/endpoint/${token}` };
        return await sendList(reply, parts, reads, list);
      },
    });

    app.route({
      ...operations.getRequest,
      handler: async (request, reply) => {
        const capture = await ownCapture(request, LARGEST_LIGHT_BODY);
        const json =
          reads.lightText(capture, 'full') ??
          (await untilClosed(reply, (client) =>
            reads.heavyText(callerOf(request).account.id, capture, client),
          ));
        return reply.type('application/json; charset=utf-8').send(json);
      },
    });

    app.route({
      ...operations.getRequestBody,
      handler: async (request, reply) => {
        const capture = await ownCapture(request, LARGEST_LIGHT_BODY);
        const body =
          capture.body ??
          (await untilClosed(reply, (client) =>
            reads.heavyBody(callerOf(request).account.id, capture, client),
          ));
        const disposition = `attachment; filename="request-${capture.id}.bin"`;
        reply.headers(bodyHeaders).header('content-disposition', disposition);
        return reply.send(body);
      },
    });

    app.route({
      ...operations.getRequestWire,
      handler: async (request) => {
        const capture = await ownCapture(request, 0);
        return {
          target: pathAndQueryOf(capture.target),
          headers: headerPairs(parseHeaders(capture.headers)),
          bodySize: capture.bodySize,
          droppedHeaders: capture.droppedHeaders,
        };
      },
    });

    app.route({
      ...operations.deleteRequest,
      handler: async (request, reply) => {
        const { account } = callerOf(request);
        const found = await captures.removeOne(account.id, request.params.id);
        if (!found) throw new ApiError('notFound');
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.clearEndpointRequests,
      handler: async (request, reply) => {
        await captures.clear(await endpointScope(request, request.params.token));
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.clearRequests,
      handler: async (request, reply) => {
        await captures.clear({ accountId: callerOf(request).account.id });
        return reply.code(204).send();
      },
    });
  };
}
