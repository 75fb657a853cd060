import { type Static, Type } from 'typebox';
import type { BodySchema as InferredSchema } from '../schema/index.ts';
import { EndpointParams } from './endpoint.ts';
import { empty, json, operationsOf, toNextPage } from './operation.ts';
import { longestMatchCharacters } from './paging.ts';
import { DateTime, optionalCount, optionalText } from './text.ts';

/** One call looks at so many captured requests at most, the newest first. */
export const mostSamples = 10_000;
/** The schema is made from so many if the query has no `limit`. */
export const usualSamples = 1000;

/** The query of a list of events. */
export const EventsQuery = Type.Object({
  before: optionalCount('Only captured requests with a lower id'),
});
export type EventsQuery = Static<typeof EventsQuery>;

/** What came of one event. */
export const ReceivedEvent = Type.Object(
  {
    event: optionalText("The sender's name for it; absent for the requests that name none"),
    count: Type.Integer({ minimum: 1, description: 'The captured requests' }),
    firstReceivedAt: DateTime,
    lastReceivedAt: DateTime,
    json: Type.Integer({ minimum: 0, description: 'How many of them have a JSON body' }),
  },
  {
    title: 'ReceivedEvent',
    examples: [
      {
        event: 'invoice.paid',
        count: 41,
        firstReceivedAt: '2026-03-01T12:00:00.000Z',
        lastReceivedAt: '2026-03-04T08:30:00.000Z',
        json: 41,
      },
    ],
  },
);
export type ReceivedEvent = Static<typeof ReceivedEvent>;

/** The query of a schema. */
export const SchemaQuery = Type.Object({
  event: Type.Optional(
    Type.String({ description: 'Only this event; the empty text stands for none' }),
  ),
  match: Type.Optional(
    Type.String({
      maxLength: longestMatchCharacters,
      description: 'Only captured requests that match',
      examples: ['method:POST'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostSamples,
      description: `The most JSON bodies, the newest first; ${usualSamples} if absent`,
    }),
  ),
});
export type SchemaQuery = Static<typeof SchemaQuery>;

/** The schema of the JSON bodies that came. */
export const BodySchema = Type.Unsafe<InferredSchema>({
  type: 'object',
  title: 'BodySchema',
  description:
    'A JSON Schema (2020-12) without any value of a sample: `x-samples` is their number, `x-present` the share of the objects that have a member, `x-left-out` says which bound left something out',
  examples: [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { id: { type: 'string', 'x-present': 1 } },
      required: ['id'],
      'x-samples': 41,
    },
  ],
});

export type BodySchema = Static<typeof BodySchema>;

/** The most bytes of a contract. */
const mostContractBytes = 1024 * 1024;

/** The schemas that the JSON bodies of an endpoint should fit, by event. */
export const EndpointContract = Type.Object(
  {
    events: Type.Unsafe<Readonly<Record<string, JsonSchema>>>({
      type: 'object',
      additionalProperties: { type: ['object', 'boolean'] },
      description:
        'A JSON Schema (2020-12) for each event, by its name. `$ref` leads within that schema; `pattern` and `patternProperties` are refused, and `format` is not asserted',
    }),
  },
  {
    title: 'EndpointContract',
    additionalProperties: false,
    examples: [
      {
        events: {
          'invoice.paid': {
            type: 'object',
            properties: { amount: { type: 'integer' } },
            required: ['amount'],
          },
        },
      },
    ],
  },
);
export type EndpointContract = Static<typeof EndpointContract>;

/** A JSON Schema (2020-12). */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

const contractHeaders = {
  ETag: {
    description: 'The version of the contract: another one after every change',
    schema: { type: 'string' },
  },
} as const;

export const eventShapeOperations = operationsOf('Endpoints', {
  listEvents: {
    summary: 'List the events that came',
    description:
      'Groups the captured requests of an endpoint by event, the latest first. One call looks at 10,000 of them; its Link goes on with older ones, so that an event may come again there.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: EventsQuery,
    answers: { 200: json('The events', Type.Array(ReceivedEvent), toNextPage) },
    failures: ['notFound'],
  },
  getSchema: {
    summary: 'Make a schema of the bodies that came',
    description:
      'Makes a JSON Schema of the newest JSON bodies of an endpoint, of one event or of all that match. 404 if there are none.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: SchemaQuery,
    answers: { 200: json('The schema', BodySchema) },
    failures: ['notFound'],
  },
  getContract: {
    summary: 'Read the contract of an endpoint',
    description:
      'Gives the schemas that its JSON bodies should fit; `{"events": {}}` if it has no contract.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('The contract', EndpointContract, contractHeaders) },
    failures: ['notFound'],
  },
  putContract: {
    summary: 'Replace the contract of an endpoint',
    description:
      'Takes the whole document. Once it is answered, every request that arrives afterwards is compared with it, on every node.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'contract.change',
    params: EndpointParams,
    body: EndpointContract,
    answers: { 200: json('The contract as it is now', EndpointContract, contractHeaders) },
    failures: ['notFound', 'guestSpaceFull', 'storeFull'],
    bodyLimit: mostContractBytes,
  },
  deleteContract: {
    summary: 'Remove the contract of an endpoint',
    description: 'From then on nothing is compared. What was found stays with the requests.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'contract.delete',
    params: EndpointParams,
    answers: { 204: empty('The endpoint has no contract') },
    failures: ['notFound'],
  },
});
