import { Type } from 'typebox';
import {
  CaptureAcknowledgement,
  CapturedRequest,
  CapturedRequestParams,
  CapturedRequestSummary,
  CapturedRequestWire,
  SSEChange,
  SSEHeartbeat,
  SSEWebhookRequest,
  SSEWebhookRequestSummary,
} from './captured-request.ts';
import { EndpointParams } from './endpoint.ts';
import { ListenerAnswer, mostAnswerBytes } from './endpoint-settings.ts';
import { empty, failures, json, operationsOf, toNextPage, written } from './operation.ts';
import { ClearQuery, PageQuery, StreamQuery } from './paging.ts';
import { requestHeader } from './settings-names.ts';
import { Usage } from './usage.ts';

/*
 * Captured requests hold text that must reach the reader unchanged (`body.json` with all its digits), and lists are
 * written piece by piece.
 */
const list = json(
  'The captured requests, newest first',
  written(Type.Array(Type.Union([CapturedRequest, CapturedRequestSummary]))),
  toNextPage,
);

const paging =
  'A page holds the newest ones below before and above after. Its Link goes on with older ones, down to after. Following it gives each of them exactly once.';

export const capturedRequestOperations = operationsOf('Captured requests', {
  listRequests: {
    summary: 'List all captured requests',
    description: `Lists every captured request of the account, newest first; one page of them with limit, before or after. ${paging}`,
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    querystring: PageQuery,
    answers: { 200: list },
  },
  listEndpointRequests: {
    summary: 'List the captured requests of one endpoint',
    description: `Lists every captured request of the endpoint, newest first; one page of them with limit, before or after. ${paging}`,
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: PageQuery,
    answers: { 200: list },
    failures: ['notFound'],
  },
  getRequest: {
    summary: 'Get one captured request',
    description: 'Gives one captured request with its body.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: CapturedRequestParams,
    answers: { 200: json('The captured request', written(CapturedRequest)) },
    failures: ['notFound'],
  },
  getRequestBody: {
    summary: "Get a captured request's exact body",
    description: 'Gives the bytes as they arrived, to be saved and never shown as a page.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: CapturedRequestParams,
    answers: {
      200: {
        description: 'The bytes',
        headers: {
          'Content-Disposition': {
            description: 'Always an attachment',
            schema: { type: 'string' },
          },
        },
        content: { 'application/octet-stream': { schema: Type.Unsafe<unknown>({}) } },
      },
    },
    failures: ['notFound'],
  },
  getRequestWire: {
    summary: 'See how a captured request looked on the wire',
    description: 'Gives path, query and headers as sent, in their order, with their repeats.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: CapturedRequestParams,
    answers: { 200: json('The request on the wire', CapturedRequestWire) },
    failures: ['notFound'],
  },
  answerRequest: {
    summary: 'Answer the sender of a captured request',
    description:
      'Gives a sender that waits for a listener (`answers` of the live stream) its answer, on whichever node it waits. The first answer counts.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    // It comes with each request of a sender, and is stored with that.
    params: CapturedRequestParams,
    body: ListenerAnswer,
    answers: { 204: empty('The sender gets this answer') },
    failures: ['notFound', 'alreadyAnswered'],
    bodyLimit: mostAnswerBytes,
  },
  deleteRequest: {
    summary: 'Delete one captured request',
    description: 'Removes one captured request for good.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    // Without its id, so that many are one row.
    audit: 'request.delete',
    params: CapturedRequestParams,
    answers: { 204: empty('The captured request is gone') },
    failures: ['notFound'],
  },
  clearEndpointRequests: {
    summary: 'Clear the captured requests of one endpoint',
    description:
      'Removes every captured request of the endpoint, or with through only those up to an id. The endpoint stays.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'requests.clear',
    params: EndpointParams,
    querystring: ClearQuery,
    answers: { 204: empty('The endpoint holds none of these any more') },
    failures: ['notFound'],
  },
  clearRequests: {
    summary: 'Clear all captured requests',
    description:
      'Removes every captured request of the account, or with through only those up to an id. The endpoints stay.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'requests.clear',
    querystring: ClearQuery,
    answers: { 204: empty('The account holds none of these any more') },
  },
  getUsage: {
    summary: 'See how much is stored',
    description:
      'Gives the number and the bytes of the captured requests of the account and of each endpoint, oldest endpoint first, from counters: as quick with a million as with one. Cleared requests never count.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    answers: { 200: json('The usage', Usage) },
  },
  liveStream: {
    summary: 'Watch captured requests live',
    description:
      'A stream that never ends: the stored requests, oldest first, then each new one, and a heartbeat every 30 seconds. Every event is one line that starts with `data:` and goes on with JSON. Resume with `after` and the last id seen. An account and an address may have a limited number of streams open: past it the answer is 429; if the service is short of connections it is 503. Try again after `Retry-After`.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    querystring: StreamQuery,
    answers: {
      200: {
        description: 'The stream; the schema is that of the JSON in one event',
        content: {
          'text/event-stream': {
            schema: Type.Unsafe<unknown>({
              anyOf: [SSEWebhookRequest, SSEWebhookRequestSummary, SSEHeartbeat, SSEChange],
            }),
          },
        },
      },
    },
    failures: ['notFound', 'foreignOrigin', 'tooManyStreams', 'noRoomForStream'],
  },
});

const token = Type.String({ description: "The endpoint's token" });

const received = {
  summary: 'Receive a webhook',
  description: `Takes any body, headers and query. The answer is sent once the request is stored durably; its header ${requestHeader} has the id, whatever the endpoint answers. TRACE and CONNECT are refused; a CORS preflight is answered and not captured.`,
  tags: ['Receiving'],
  security: [],
  response: {
    200: json('The request is stored', CaptureAcknowledgement),
    ...failures(
      'notFound',
      'requestTimeout',
      'bodyTooLarge',
      'tooManyRequests',
      'headersTooLarge',
      'unavailable',
      'overloaded',
      'guestSpaceFull',
      'storeFull',
    ),
  },
} as const;

/**
 * The receive plane. Code of its own serves these URLs, in front of the router of the API, and takes any method; the
 * entries here only describe them.
 */
export const receivePlane = {
  methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  paths: [
    {
      url: '/wh/:token',
      operationId: 'receive',
      schema: { ...received, params: Type.Object({ token }) },
    },
    {
      url: '/wh/:token/:path',
      operationId: 'receiveBelow',
      schema: {
        ...received,
        params: Type.Object({
          token,
          path: Type.String({ description: 'Anything, further slashes included' }),
        }),
      },
    },
  ],
} as const;
