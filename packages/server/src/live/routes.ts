import type { Socket } from 'node:net';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { leastRoleOfParts, operations } from '@hookwell/core/api';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Scope } from '../capture-log/capture-log.ts';
import { leaveHttp } from '../connections/api-exchange.ts';
import { createClientAddress } from '../connections/client-address.ts';
import type { Connections } from '../connections/connections.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { callerOf } from '../http/caller.ts';
import { refuseForeignOrigin, requireRole } from '../http/credentials.ts';
import { answerLine } from '../http/request-log.ts';
import type { Parts } from '../parts.ts';
import { type CaptureReads, findMatches, readMatchText } from '../requests/public.ts';
import { readResponder } from '../responders/responder.ts';
import type { Responders } from '../responders/responders.ts';
import { eventRendering } from './event-rendering.ts';
import { type HubOptions, LiveHub } from './hub.ts';
import { StreamLimits } from './stream-limits.ts';
import { ChunkedOutput, type StreamOutput } from './stream-output.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would collect events until its buffer is full.
  'x-accel-buffering': 'no',
  // A connection serves one stream: it closes with it.
  connection: 'close',
};

/** A connection is silent for so long before TCP asks whether the client is there. */
const keepAliveDelayMs = 30_000;

/** The live streams of one server: the route that opens them and the way to end them all. */
export function createLiveRoutes(
  parts: Parts,
  reads: CaptureReads,
  connections: Connections,
  responders: Pick<Responders, 'open'>,
  options?: HubOptions,
): { routes: FastifyPluginAsyncTypebox; close(): Promise<void> } {
  const { store, config, log, metrics, parties, addresses } = parts;
  const { captures } = store;
  const hub = new LiveHub(
    parts,
    {
      rendering: eventRendering(captures, reads),
      findMatches: (scope, query, bounds, client) =>
        findMatches({ captures, reads, metrics, parties, client }, scope, query, bounds),
    },
    options,
  );
  const limits = new StreamLimits(parts, connections);
  const clientAddress = createClientAddress(config, log, addresses);
  const routes: FastifyPluginAsyncTypebox = async (app) => {
    app.route({
      ...operations.liveStream,
      handler: async (request, reply) => {
        const { account, credential, person, role } = callerOf(request);
        const least =
          request.query.answers === undefined
            ? operations.liveStream.config.leastRole
            : leastRoleOfParts.liveAnswers;
        if (request.query.answers !== undefined) {
          refuseForeignOrigin(request, addresses);
          requireRole(role, least);
        }
        const { endpoint: token, after = 0, view, match: text = '', changes } = request.query;
        const match = readMatchText(text);
        const scope: Scope = { accountId: account.id };
        if (token !== undefined) {
          const endpoint = await findOwnEndpoint(store.db, account.id, token);
          if (endpoint === undefined) throw new ApiError('notFound');
          scope.endpointId = endpoint.id;
        }
        const asked = readResponder(request.query, scope.endpointId);
        // HEAD asks for these headers and would never end.
        if (request.method === 'HEAD') return reply.headers(streamHeaders).send();
        const { socket } = request.raw;
        const close = () => void socket.destroy();
        const countOff = limits.add(account, clientAddress(request.raw), close);
        let stopAnswering: (() => void) | undefined;
        try {
          const party = parties.of(account.id);
          const open = asked && (() => responders.open(asked));
          stopAnswering = open && (await parts.writes.run(party, open));
        } catch (error) {
          countOff();
          throw error;
        }
        const output = takeOver(reply.headers(streamHeaders));
        connections.keep(socket, () => {
          countOff();
          stopAnswering?.();
        });
        hub.open(output, {
          scope,
          filter: match && { text, match },
          after,
          credential,
          membership:
            account.id === person.id
              ? undefined
              : { teamId: account.id, accountId: person.id, least },
          hearsChanges: changes === 'true',
          view: view === 'summary' ? 'eventSummary' : 'event',
        });
        return reply;
      },
    });
  };
  return { routes, close: () => hub.close() };
}

/** Takes the response out of Fastify's hands, with the headers that hooks have set, and sends them. */
function takeOver(reply: FastifyReply): StreamOutput {
  reply.hijack();
  const response = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value);
  }
  response.writeHead(200);
  response.flushHeaders();
  const alone = response.chunkedEncoding ? leaveHttp(response) : undefined;
  setForStream(alone ?? response.socket);
  if (alone !== undefined) return new ChunkedOutput(alone, answerLine(reply.request, reply));
  return response.on('error', () => {});
}

function setForStream(socket: Socket | null): void {
  if (socket === null) return;
  socket.setTimeout(0);
  socket.setNoDelay(true);
  // Streams may be pipelined, and each listens for the end of their connection: Node would suspect a leak.
  socket.setMaxListeners(0);
  socket.setKeepAlive(true, keepAliveDelayMs);
  // A client that shuts down its side of an endless answer has gone. It may have done so right behind its request.
  if (socket.readableEnded) socket.destroy();
  else socket.on('end', destroyIt);
}

/** One listener for all streams, which keeps nothing of any. */
function destroyIt(this: Socket): void {
  this.destroy();
}
