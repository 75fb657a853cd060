import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type EventsQuery,
  mostSamples,
  operations,
  type SchemaQuery,
  usualSamples,
} from '@hookwell/core/api';
import type { Match, MatchCondition, MatchTerm } from '@hookwell/core/match';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../capture-log/capture-log.ts';
import { itsTurn } from '../connections/api-exchange.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import { beginList, readMatchText } from '../requests/public.ts';
import type { Made, Sampled, Shapes } from './shapes.ts';

/** Tells what came to endpoints: events and schemas. */
export function shapeRoutes(
  { store, addresses, parties }: Pick<Parts, 'store' | 'addresses' | 'parties'>,
  shapes: Shapes,
): FastifyPluginAsyncTypebox {
  async function ownEndpoint(request: FastifyRequest, token: string): Promise<Required<Scope>> {
    const accountId = callerOf(request).account.id;
    const endpoint = await findOwnEndpoint(store.db, accountId, token);
    if (endpoint === undefined) throw new Refusal('notFound');
    return { accountId, endpointId: endpoint.id };
  }

  async function made(reply: FastifyReply, sampled: Sampled): Promise<Made> {
    const party = parties.of(sampled.scope.accountId);
    const { client, hold } = await beginList(reply.raw, shapes.jobs, party);
    try {
      return await shapes.make(sampled, client);
    } finally {
      hold.release();
    }
  }

  return async (app) => {
    app.route({
      ...operations.listEvents,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const { token } = request.params;
        const scope = await ownEndpoint(request, token);
        const { text, through } = await made(reply, eventsOf(scope, request.query));
        if (through !== undefined) {
          const address = `${addresses.base}/api/endpoints/${token}/events`;
          reply.header('link', nextLink(address, request.query, through));
        }
        return sendBytes(reply, text);
      },
    });

    app.route({
      ...operations.getSchema,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const sampled = schemaOf(await ownEndpoint(request, request.params.token), request.query);
        const { text } = await made(reply, sampled);
        return sendBytes(reply, text);
      },
    });
  };
}

/** @throws {Refusal} `notFound` if there is nothing to send */
function sendBytes(reply: FastifyReply, text: Uint8Array | undefined): FastifyReply {
  if (text === undefined) throw new Refusal('notFound');
  return reply.type('application/json; charset=utf-8').send(text);
}

function eventsOf(scope: Required<Scope>, { before }: EventsQuery): Sampled {
  const match: Match = { terms: [] };
  const bounds = { mostCaptures: mostSamples, mostSamples: Number.POSITIVE_INFINITY };
  return { kind: 'events', scope, before, match, ...bounds };
}

/** @throws {Refusal} `invalidInput` if the match cannot be read */
function schemaOf(
  scope: Required<Scope>,
  { event, match, limit = usualSamples }: SchemaQuery,
): Sampled {
  const terms = [
    ...(readMatchText(match)?.terms ?? []),
    term({ kind: 'has', field: { name: 'body' } }),
  ];
  if (event !== undefined) terms.push(termOfEvent(event));
  const bounds = { mostCaptures: Number.POSITIVE_INFINITY, mostSamples: limit };
  return { kind: 'schema', scope, match: { terms }, ...bounds };
}

function termOfEvent(event: string): MatchTerm {
  const field = { name: 'event' as const };
  if (event === '') return { ...term({ kind: 'has', field }), isNegated: true };
  return term({ kind: 'field', field, operator: '=', text: event });
}

function term(condition: MatchCondition): MatchTerm {
  return { isNegated: false, condition, start: 0, end: 0 };
}
