import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { operations, type SchemaQuery, usualSamples } from '@hookwell/core/api';
import type { Match, MatchCondition, MatchTerm } from '@hookwell/core/match';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Scope } from '../capture-log/capture-log.ts';
import { itsTurn } from '../connections/api-exchange.ts';
import { findOwnEndpoint } from '../endpoints/public.ts';
import type { Client } from '../fairness/budget.ts';
import { callerOf } from '../http/caller.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { readMatchText, whileClientWaits } from '../requests/public.ts';
import type { Shapes } from './shapes.ts';

/** Tells what came to endpoints: events and schemas. */
export function shapeRoutes(
  { store, addresses, parties }: Pick<Parts, 'store' | 'addresses' | 'parties'>,
  shapes: Shapes,
): FastifyPluginAsyncTypebox {
  async function ownEndpoint(request: FastifyRequest, token: string): Promise<Required<Scope>> {
    const accountId = callerOf(request).account.id;
    const endpoint = await findOwnEndpoint(store.db, accountId, token);
    if (endpoint === undefined) throw new ApiError('notFound');
    return { accountId, endpointId: endpoint.id };
  }

  /** Makes something within what an account may have made at once. */
  function make<Made>(
    reply: FastifyReply,
    { accountId }: Scope,
    work: (client: Client) => Promise<Made>,
  ): Promise<Made> {
    return whileClientWaits(reply.raw, shapes.calls, parties.of(accountId), work);
  }

  return async (app) => {
    app.route({
      ...operations.listEvents,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const { token } = request.params;
        const scope = await ownEndpoint(request, token);
        const { before } = request.query;
        const sampled = { scope, before, match: { terms: [] } };
        const { events, through } = await make(reply, scope, (client) =>
          shapes.events(sampled, client),
        );
        if (through !== undefined) {
          const address = `${addresses.base}/api/endpoints/${token}/events`;
          reply.header('link', nextLink(address, request.query, through));
        }
        return events;
      },
    });

    app.route({
      ...operations.getSchema,
      handler: async (request, reply) => {
        await itsTurn(reply.raw);
        const scope = await ownEndpoint(request, request.params.token);
        const sampled = { scope, match: matchOf(request.query) };
        const { limit = usualSamples } = request.query;
        const text = await make(reply, scope, (client) => shapes.schema(sampled, limit, client));
        return sendText(reply, text);
      },
    });
  };
}

/** @throws {ApiError} `notFound` if there is nothing to send */
function sendText(reply: FastifyReply, text: Uint8Array | undefined): FastifyReply {
  if (text === undefined) throw new ApiError('notFound');
  return reply.type('application/json; charset=utf-8').send(text);
}

/**
 * Matches the captures that a schema is made of: those with a body.
 * @throws {ApiError} `invalidInput` if the match cannot be read
 */
function matchOf({ event, match }: SchemaQuery): Match {
  const terms = [
    ...(readMatchText(match)?.terms ?? []),
    term({ kind: 'has', field: { name: 'body' } }),
  ];
  if (event !== undefined) terms.push(termOfEvent(event));
  return { terms };
}

function termOfEvent(event: string): MatchTerm {
  const field = { name: 'event' as const };
  if (event === '') return { ...term({ kind: 'has', field }), isNegated: true };
  return term({ kind: 'field', field, operator: '=', text: event });
}

function term(condition: MatchCondition): MatchTerm {
  return { isNegated: false, condition, start: 0, end: 0 };
}
