import { type Static, Type } from 'typebox';
import { beingLookedInto } from './sentences.ts';
import { DateTime, oneOf, optionalCount, optionalText, TextByName } from './text.ts';

/** The finding about the signature of a captured request. */
export const SignatureFinding = Type.Object({
  scheme: Type.String({ description: "The sender's signature scheme" }),
  verdict: oneOf(['valid', 'invalid', 'missing', 'stale', 'unverifiable']),
  reason: optionalText(
    `Why it is not valid, or which secret made it. While the cause is looked for, for 15 seconds at most, it ends with "${beingLookedInto}"`,
  ),
  signedAt: Type.Optional(
    Type.Unsafe<string>({ ...DateTime, description: 'The time that the sender signed' }),
  ),
});
export type SignatureFinding = Static<typeof SignatureFinding>;

/** The most differences that a finding tells. */
export const mostDifferences = 10;

const Difference = Type.Object({
  path: Type.String({
    description: 'The place in the body, as the match language writes it; empty for the whole body',
    examples: ['customer.email', 'lines[0].amount'],
  }),
  problem: Type.String({ examples: ['`customer.email` is missing'] }),
});

/** Whether the body of a captured request fits the contract of its endpoint. */
export const ContractFinding = Type.Object({
  verdict: oneOf(['holds', 'differs', 'none']),
  differences: Type.Optional(
    Type.Array(Difference, { description: `At most ${mostDifferences}; only with \`differs\`` }),
  ),
  reason: optionalText('Why it was not judged; only with `none`'),
});
export type ContractFinding = Static<typeof ContractFinding>;

/** Every view of a captured request has these fields before and after its body. */
const before = {
  id: Type.Integer(),
  endpointId: Type.Integer({ description: 'The endpoint that it was sent to' }),
  method: Type.String({ description: 'As sent: of any name, with its case' }),
  path: optionalText(
    'The path after the token, as sent, each byte as one character (Latin-1); absent if there was none',
  ),
  headers: TextByName,
};
const after = {
  queryParams: TextByName,
  ipAddress: Type.String({ description: "The sender's address" }),
  receivedAt: DateTime,
  delivery: optionalText(
    'The same in all attempts of a delivery; like attempt and answer, only on endpoints with settings',
  ),
  attempt: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The number of this attempt within its delivery' }),
  ),
  answer: optionalText('The reply that was chosen: a status, or a fault as it was written', [
    '429',
    'timeout 10s',
    'reset',
  ]),
  answeredBy: Type.Optional(
    Type.Literal('listener', {
      description: 'A listener gave the answer (`answers` of the live stream); absent if none did',
    }),
  ),
  cutShortAfter: optionalCount(
    'The milliseconds after which the answer was sent before its time; absent if it was not',
  ),
  signature: Type.Optional(
    Type.Unsafe<SignatureFinding>({
      ...SignatureFinding,
      description: 'What verifying it gave; like event, only on endpoints that verify signatures',
    }),
  ),
  event: optionalText("The sender's name for what happened, by its signature scheme"),
  contract: Type.Optional(
    Type.Unsafe<ContractFinding>({
      ...ContractFinding,
      description: 'Whether the body fits the contract; only on endpoints with one',
    }),
  ),
};
/** In the live stream alone. */
const waiting = Type.Optional(
  Type.Literal(true, { description: 'Its sender waits for the answer of a listener' }),
);
const summary = {
  bodySize: Type.Integer({ minimum: 0, description: 'The number of bytes that arrived' }),
  contentType: optionalText('The Content-Type header; absent if none was sent'),
  query: optionalText(
    'The query as sent, without its question mark, its bytes read as UTF-8; absent if there was none',
    ['item=1&item=2'],
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
const exampleSummary = { bodySize: 14, contentType: 'application/json', query: 'attempt=1' };

/** A body as its readers see it; `raw` is always there, the others only for bodies of that kind. */
export const CapturedBody = Type.Object(
  {
    json: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'An application/json body that is a JSON object, every digit as sent',
      }),
    ),
    xml: optionalText('The text of a well-formed XML body'),
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

/** A captured request with `view=summary`: the size and type of its body in place of the body. */
export const CapturedRequestSummary = Type.Object(
  { ...before, ...summary, ...after },
  {
    title: 'CapturedRequestSummary',
    examples: [{ ...exampleBefore, ...exampleSummary, ...exampleAfter }],
  },
);
export type CapturedRequestSummary = Static<typeof CapturedRequestSummary>;

/** A captured request as it looked on the wire. */
export const CapturedRequestWire = Type.Object(
  {
    target: Type.String({
      description: 'Path and query as sent, each byte as one character (Latin-1)',
    }),
    headers: Type.Array(
      Type.Unsafe<[name: string, value: string]>({
        type: 'array',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 2,
      }),
      {
        description:
          'Names and values in the order, case and number sent; X- headers only if the settings kept them',
      },
    ),
    bodySize: summary.bodySize,
    droppedHeaders: Type.Integer({
      minimum: 0,
      description: 'The number of headers that were dropped because their names start with X-',
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

/** A captured request in the live stream, with its body as raw text. */
export const SSEWebhookRequest = Type.Object(
  {
    SSEWebhookRequest: Type.Object({
      ...before,
      body: Type.String({ description: 'The body as text' }),
      ...after,
      waiting,
    }),
  },
  {
    title: 'SSEWebhookRequest',
    examples: [{ SSEWebhookRequest: { ...exampleBefore, body: exampleText, ...exampleAfter } }],
  },
);
export type SSEWebhookRequest = Static<typeof SSEWebhookRequest>;

/** A captured request in a stream that was opened with `view=summary`. */
export const SSEWebhookRequestSummary = Type.Object(
  { SSEWebhookRequest: Type.Object({ ...before, ...summary, ...after, waiting }) },
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

export const SSEChange = Type.Object(
  { SSEChange: Type.Object({}) },
  {
    title: 'SSEChange',
    description:
      'Sent on the live stream with `changes=true`: something else of the account was changed.',
    examples: [{ SSEChange: {} }],
  },
);
export type SSEChange = Static<typeof SSEChange>;

/** The answer of the receive URL once the request is stored. */
export const CaptureAcknowledgement = Type.Object(
  { id: Type.Integer({ description: 'The id of the stored request' }), message: Type.String() },
  { title: 'CaptureAcknowledgement', examples: [{ id: 4211, message: 'Webhook received' }] },
);
export type CaptureAcknowledgement = Static<typeof CaptureAcknowledgement>;

/** An id of another form is answered like an unknown one. */
export const CapturedRequestParams = Type.Object({
  id: Type.Integer({ minimum: 1, description: "The captured request's id" }),
});
