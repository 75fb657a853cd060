import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type CapturedRequestWire, type Freshness, operations } from '@hookwell/core/api';
import { parseDuration } from '@hookwell/core/match';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { CapturePages, PageContent, Scope } from '../capture-log/capture-log.ts';
import type { StoredCapture } from '../capture-log/captures.ts';
import { itsTurn } from '../connections/api-exchange.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { callerOf } from '../http/caller.ts';
import { sendJson } from '../http/validation.ts';
import type { Parts } from '../parts.ts';
import type { RefusalLog } from '../refusal-log/refusal-log.ts';
import { largestLightBodyBytes } from '../sent-request/body.ts';
import {
  headerPairs,
  parseHeaders,
  pathAndQueryOf,
  withKeptHeaders,
} from '../sent-request/head.ts';
import type { CaptureReads } from './capture-reads.ts';
import type { Slices } from './large-captures.ts';
import { clientOf, nothing, pieceStream } from './reading-client.ts';
import { sendList } from './send-list.ts';
import { usageOfAccount } from './usage.ts';

/** A stored body may be anything: a browser that opens it must do nothing with it. */
const bodyHeaders = {
  'content-type': 'application/octet-stream',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Reads, counts and deletes captured requests. Those of other accounts are as unknown as those that never were. */
export function requestRoutes(
  parts: Parts,
  reads: CaptureReads,
  refusalLog: RefusalLog,
): FastifyPluginAsyncTypebox {
  const { captures, db } = parts.store;

  /** The account's endpoint of this token as a scope. */
  async function endpointScope(request: FastifyRequest, token: string) {
    const accountId = callerOf(request).account.id;
    const endpoint = await findOwnEndpoint(db, accountId, token);
    if (endpoint === undefined) throw new ApiError('notFound');
    return { accountId, endpointId: endpoint.id };
  }

  /** The account's capture of this id, without its body if that is larger than `largestBodyBytes`. */
  async function ownCapture(
    request: FastifyRequest<{ Params: { id: number } }>,
    largestBodyBytes: number,
    parts?: Pick<PageContent, 'withKeptHeaders'>,
  ): Promise<StoredCapture> {
    const { account } = callerOf(request);
    const capture = await reads.read(account.id, () =>
      captures.readOne(account.id, request.params.id, largestBodyBytes, parts),
    );
    if (capture === undefined) throw new ApiError('notFound');
    return capture;
  }

  /** Answers slice by slice. The first is read before anything is sent, so that errors are answers. */
  async function sendSlices(reply: FastifyReply, slices: Slices): Promise<FastifyReply> {
    const first = await slices.next();
    if (first.done) throw new ApiError('notFound');
    return reply.send(pieceStream(first.value, slices));
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
        await itsTurn(reply.raw);
        const capture = await ownCapture(request, largestLightBodyBytes);
        reply.type('application/json; charset=utf-8');
        const { account } = callerOf(request);
        const light = reads.lightText(capture, 'full');
        if (light !== undefined) return reply.send(light);
        // HEAD asks for the headers; Fastify would read it to its end for nothing.
        if (request.method === 'HEAD') return reply.send(nothing());
        const client = clientOf(reply.raw);
        return await sendSlices(reply, reads.large.text(account.id, capture, 'full', { client }));
      },
    });

    app.route({
      ...operations.getRequestBody,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const capture = await ownCapture(request, largestLightBodyBytes);
        const disposition = `attachment; filename="request-${capture.id}.bin"`;
        reply.headers(bodyHeaders).header('content-disposition', disposition);
        if (capture.body !== undefined) return reply.send(capture.body);
        reply.header('content-length', capture.bodySize);
        if (request.method === 'HEAD') return reply.send(nothing());
        const { account } = callerOf(request);
        const slices = reads.large.body(account.id, capture, clientOf(reply.raw));
        return await sendSlices(reply, slices);
      },
    });

    app.route({
      ...operations.getRequestWire,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const capture = await ownCapture(request, 0, { withKeptHeaders: true });
        return sendJson(reply, wireText(capture));
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
        const scope = await endpointScope(request, request.params.token);
        await captures.clear(scope, request.query.through);
        await refusalLog.clear(scope, parts.clock());
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.clearRequests,
      handler: async (request, reply) => {
        const scope = { accountId: callerOf(request).account.id };
        await captures.clear(scope, request.query.through);
        await refusalLog.clear(scope, parts.clock());
        return reply.code(204).send();
      },
    });

    app.route({
      ...operations.getFreshness,
      handler: async (request, reply) => {
        const withinMs = readWithin(request.query);
        const scope = await endpointScope(request, request.params.token);
        const freshness = await reads.read(scope.accountId, () =>
          freshnessOf(captures, scope, parts.clock() - withinMs),
        );
        return reply.code(freshness.fresh ? 200 : 409).send(freshness);
      },
    });

    app.route({
      ...operations.getUsage,
      handler: (request) => {
        const { account } = callerOf(request);
        return reads.read(account.id, () => usageOfAccount(parts.store, account.id, parts.clock()));
      },
    });
  };
}

/** A `CapturedRequestWire` as JSON. */
function wireText(capture: StoredCapture): string {
  const { target, headers, keptHeaders, bodySize, droppedHeaders } = capture;
  return JSON.stringify({
    target: pathAndQueryOf(target),
    headers: headerPairs(withKeptHeaders(parseHeaders(headers), keptHeaders)),
    bodySize,
    droppedHeaders,
  } satisfies CapturedRequestWire);
}

const form = /^(\d{1,9}(?:\.\d{1,3})?)(s|m|h|d)$/;
const [fromMs, toMs] = [1000, 30 * 24 * 3_600_000];

/**
 * The parameter `within`, in milliseconds.
 * @throws {ApiError} `invalidInput` if it is no time from 1s to 30d, or if a match comes along: the answer would be taken for one
 *   about requests that match
 */
function readWithin(query: { within: string; match?: unknown }): number {
  if (query.match !== undefined) {
    const sentence =
      'freshness is about all requests and takes no match: to find the newest one that matches, list with match and limit=1';
    throw new ApiError('invalidInput', { sentence });
  }
  const milliseconds = parseDuration(query.within, form);
  if (milliseconds === undefined || milliseconds < fromMs || milliseconds > toMs) {
    const sentence = 'within must be a time from 1s to 30d, such as 30m, 1h or 7d';
    throw new ApiError('invalidInput', { sentence });
  }
  return milliseconds;
}

/** Whether the newest capture of an endpoint, which is the one that was stored last, came after a time. It is one look. */
async function freshnessOf(
  captures: Pick<CapturePages, 'readPage'>,
  scope: Required<Scope>,
  sinceMs: number,
): Promise<Freshness> {
  const oneWithoutBody = { order: 'newestFirst', limit: 1, maxBytes: 1, withBody: false } as const;
  const [newest] = (await captures.readPage(scope, oneWithoutBody)).captures;
  if (newest === undefined) return { fresh: false };
  const { id, receivedAt } = newest;
  return {
    fresh: receivedAt > sinceMs,
    newestAt: new Date(receivedAt).toISOString(),
    newestId: id,
  };
}
