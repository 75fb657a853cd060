import { type Static, Type } from 'typebox';
import { empty, json, operationsOf } from './operation.ts';
import { DateTime, Name, oneOf, optionalCount, optionalText } from './text.ts';

const id = Type.Integer();
const token = Type.String({ description: 'Part of the receive URL and of API paths' });
const example = {
  id: 17,
  token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa',
  createdAt: '2026-03-01T12:00:00.000Z',
};

/** The answer to the creation of an endpoint, the only answer that has the receive URL. */
export const CreatedEndpoint = Type.Object(
  {
    id,
    url: Type.String({ description: 'The public receive URL' }),
    token,
    createdAt: DateTime,
  },
  {
    title: 'CreatedEndpoint',
    examples: [{ ...example, url: `http://localhost:8080/wh/${example.token}` }],
  },
);
export type CreatedEndpoint = Static<typeof CreatedEndpoint>;

export const Endpoint = Type.Object(
  {
    id,
    token,
    createdAt: DateTime,
    badgeName: Type.String({
      description: "The endpoint's name; its token's first 8 characters until it is set",
    }),
  },
  { title: 'Endpoint', examples: [{ ...example, badgeName: 'Shop orders' }] },
);
export type Endpoint = Static<typeof Endpoint>;

const EndpointChanges = Type.Object(
  { badgeName: Type.Optional(Name) },
  { title: 'EndpointChanges', examples: [{ badgeName: 'Shop orders' }] },
);

/** The query of a deletion. */
const DeletionQuery = Type.Object({
  empty: Type.Optional(
    Type.Literal('true', {
      description: 'Only if the endpoint has never captured anything, cleared requests included',
    }),
  ),
});

export const EndpointParams = Type.Object({
  token: Type.String({ pattern: '^[a-z0-9]+$', description: "The endpoint's token" }),
});

const FreshnessQuery = Type.Object({
  within: Type.String({
    description: 'How old the newest request may be, from 1s to 30d',
    examples: ['1h', '30m', '7d'],
  }),
});

/** Whether a request came lately. */
export const Freshness = Type.Object(
  {
    fresh: Type.Boolean({ description: 'Whether the newest one is younger than `within`' }),
    newestAt: Type.Optional(
      Type.Unsafe<string>({
        ...DateTime,
        description: 'When the newest one came; absent if none is stored',
      }),
    ),
    newestId: Type.Optional(Type.Integer({ description: 'Its id' })),
  },
  {
    title: 'Freshness',
    examples: [{ fresh: true, newestAt: '2026-03-01T12:00:00.000Z', newestId: 4211 }],
  },
);
export type Freshness = Static<typeof Freshness>;

/** The reasons for which a request to an endpoint is not stored. Metrics have the same names. */
export const refusedReasons = [
  'malformed',
  'headers_too_large',
  'body_too_large',
  'timed_out',
  'aborted',
  'rate_limited',
  'overloaded',
  'store_full',
  'guest_space_full',
  'store_unavailable',
] as const;
export type RefusedReason = (typeof refusedReasons)[number];

/** Requests to an endpoint that were not stored, alike in reason, status, method and network, within a minute. */
export const RefusedRequests = Type.Object(
  {
    at: Type.Unsafe<string>({ ...DateTime, description: 'When the first of them came' }),
    status: Type.Optional(
      Type.Integer({ description: 'The status that they were answered; absent if they were not' }),
    ),
    reason: oneOf(refusedReasons, {
      description: '`aborted`: the sender hung up before its request was whole',
    }),
    detail: optionalText('The fault of a malformed one, in a sentence', [
      'header line 4: a space before the colon',
    ]),
    method: optionalText('Absent if it could not be read'),
    path: optionalText("The first one's path, up to 256 bytes, without its query"),
    ipAddress: Type.String({ description: "The first one's sender" }),
    bytes: optionalCount(
      'The bytes of body that the first one announced, or those that had arrived of it',
    ),
    count: Type.Integer({ minimum: 1, description: 'The number of them' }),
  },
  {
    title: 'RefusedRequests',
    examples: [
      {
        at: '2026-03-01T12:00:00.000Z',
        status: 413,
        reason: 'body_too_large' as const,
        method: 'POST',
        path: '/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa',
        ipAddress: '203.0.113.9',
        bytes: 20_971_520,
        count: 3,
      },
    ],
  },
);
export type RefusedRequests = Static<typeof RefusedRequests>;

export const endpointOperations = operationsOf('Endpoints', {
  createEndpoint: {
    summary: 'Create an endpoint',
    description: 'Makes a new endpoint with its own receive URL. A body is ignored.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'endpoint.create',
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
  listEndpoints: {
    summary: 'List endpoints',
    description: 'Lists every endpoint of the account, oldest first.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    answers: { 200: json('The endpoints', Type.Array(Endpoint)) },
  },
  updateEndpoint: {
    summary: 'Update an endpoint',
    description: 'Sets the name of the endpoint. Fields that the body leaves out stay as they are.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'endpoint.rename',
    params: EndpointParams,
    body: EndpointChanges,
    answers: { 200: json('The endpoint as it is now', Endpoint) },
    failures: ['notFound'],
  },
  deleteEndpoint: {
    summary: 'Delete an endpoint',
    description: 'Its receive URL stops at once, and its captured requests are deleted with it.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'endpoint.delete',
    params: EndpointParams,
    querystring: DeletionQuery,
    answers: { 204: empty('The endpoint is gone') },
    failures: ['notFound', 'endpointNotEmpty'],
  },
  listRefusals: {
    summary: 'List the requests that were not stored',
    description:
      'Lists what did not get in, and why, newest first: 100 rows of the last 7 days at most. Alike ones within a minute are one row.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('What did not get in', Type.Array(RefusedRequests)) },
    failures: ['notFound'],
  },
  getFreshness: {
    summary: 'Ask whether a request came lately',
    description:
      'For monitors: 200 if the newest stored request is younger than `within`, else 409. A `match` is refused.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: FreshnessQuery,
    answers: {
      200: json('One came lately', Freshness),
      409: json('None came lately', Freshness),
    },
    failures: ['notFound'],
  },
  regenerateEndpoints: {
    summary: 'Regenerate endpoints',
    description: 'Deletes every endpoint of the account and makes one new endpoint.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'endpoint.regenerate',
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
});
