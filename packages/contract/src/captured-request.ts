import { type Static, Type } from 'typebox';
import { DateTime, TextByName } from './text.ts';

/** Every view of a captured request has these fields in front of and behind its body. */
const before = {
  id: Type.Integer(),
  endpointId: Type.Integer({ description: 'The endpoint it was sent to' }),
  method: Type.String(),
  path: Type.Optional(
    Type.String({
      description: 'What followed the token in the path, as sent; absent where nothing did',
    }),
  ),
  headers: TextByName,
};
const after = {
  queryParams: TextByName,
  ipAddress: Type.String({ description: "The sender's address" }),
  receivedAt: DateTime,
};
const summary = {
  bodySize: Type.Integer({ minimum: 0, description: 'Bytes, as they arrived' }),
  contentType: Type.Optional(
    Type.String({ description: 'The Content-Type header; absent where none was sent' }),
  ),
};

const exampleBefore = {
  id: 4211,
  endpointId: 17,
  method: 'POST',
  headers: { 'content-type': 'application/json', 'user-agent': 'shop/2.1' },
};
const exampleAfter = {
  queryParams: { attempt: '1' },
  ipAddress: '203.0.113.9',
  receivedAt: '2026-03-01T12:00:00.000Z',
};
const exampleText = '{"order":1001}';
const exampleSummary = { bodySize: 14, contentType: 'application/json' };

/** A body as its readers see it; `raw` is always there, the others where the body is of that kind. */
export const CapturedBody = Type.Object(
  {
    json: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'An application/json body that is a JSON object, every digit as sent',
      }),
    ),
    xml: Type.Optional(Type.String({ description: 'The text of a well-formed XML body' })),
    raw: Type.String({ description: 'The body as text' }),
  },
  { title: 'CapturedBody', examples: [{ json: { order: 1001 }, raw: exampleText }] },
);
export type CapturedBody = Static<typeof CapturedBody>;

export const CapturedRequest = Type.Object(
  { ...before, body: CapturedBody, ...after },
  {
    title: 'CapturedRequest',
    examples: [
      { ...exampleBefore, body: { json: { order: 1001 }, raw: exampleText }, ...exampleAfter },
    ],
  },
);
export type CapturedRequest = Static<typeof CapturedRequest>;

/** The same with `view=summary`: how large the body is instead of the body. */
export const CapturedRequestSummary = Type.Object(
  { ...before, ...summary, ...after },
  {
    title: 'CapturedRequestSummary',
    examples: [{ ...exampleBefore, ...exampleSummary, ...exampleAfter }],
  },
);
export type CapturedRequestSummary = Static<typeof CapturedRequestSummary>;

/** How a captured request looked before anything was made of it. */
export const CapturedRequestWire = Type.Object(
  {
    target: Type.String({ description: 'Path and query as sent' }),
    headers: Type.Array(
      Type.Unsafe<[name: string, value: string]>({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
      }),
      { description: 'Names and values in the order, case and number sent' },
    ),
    bodySize: summary.bodySize,
    droppedHeaders: Type.Integer({
      minimum: 0,
      description: 'How many headers were dropped because their names start with X-',
    }),
  },
  {
    title: 'CapturedRequestWire',
    examples: [
      {
        target: '/wh/k3v9x0q2m7c5t1b8z4w6n0d2fa?attempt=1',
        headers: [
          ['Content-Type', 'application/json'],
          ['User-Agent', 'shop/2.1'],
        ],
        bodySize: 14,
        droppedHeaders: 1,
      },
    ],
  },
);
export type CapturedRequestWire = Static<typeof CapturedRequestWire>;

/** A captured request in the live stream, where the body is its raw text. */
export const SSEWebhookRequest = Type.Object(
  {
    SSEWebhookRequest: Type.Object({
      ...before,
      body: Type.String({ description: 'The body as text' }),
      ...after,
    }),
  },
  {
    title: 'SSEWebhookRequest',
    examples: [{ SSEWebhookRequest: { ...exampleBefore, body: exampleText, ...exampleAfter } }],
  },
);
export type SSEWebhookRequest = Static<typeof SSEWebhookRequest>;

/** The same in a stream opened with `view=summary`. */
export const SSEWebhookRequestSummary = Type.Object(
  { SSEWebhookRequest: Type.Object({ ...before, ...summary, ...after }) },
  {
    title: 'SSEWebhookRequestSummary',
    examples: [{ SSEWebhookRequest: { ...exampleBefore, ...exampleSummary, ...exampleAfter } }],
  },
);
export type SSEWebhookRequestSummary = Static<typeof SSEWebhookRequestSummary>;

export const SSEHeartbeat = Type.Object(
  { SSEHeartbeat: Type.Object({ timestamp: DateTime }) },
  {
    title: 'SSEHeartbeat',
    examples: [{ SSEHeartbeat: { timestamp: '2026-03-01T12:00:30.000Z' } }],
  },
);
export type SSEHeartbeat = Static<typeof SSEHeartbeat>;

/** What the receive URL answers once the request is stored. */
export const CaptureAcknowledgement = Type.Object(
  { id: Type.Integer({ description: 'The id of the stored request' }), message: Type.String() },
  { title: 'CaptureAcknowledgement', examples: [{ id: 4211, message: 'Webhook received' }] },
);
export type CaptureAcknowledgement = Static<typeof CaptureAcknowledgement>;

/** An id of another form names nothing: it is answered like an unknown one. */
export const CapturedRequestParams = Type.Object({
  id: Type.Integer({ minimum: 1, description: "The captured request's id" }),
});
