import { type Static, Type } from 'typebox';
import { Delivery } from './delivery.ts';
import { EndpointParams } from './endpoint.ts';
import { empty, json, operationsOf, toNextPage, written } from './operation.ts';
import { DeliveriesQuery } from './paging.ts';
import {
  type HandshakeName,
  handshakeNames,
  mostAnswerBodyBytes,
  replyStatuses,
  secretEncodings,
  signatureAlgorithms,
  signatureEncodings,
  xHeaderChoices,
} from './settings-names.ts';
import { oneOf, optionalText } from './text.ts';

/** The most bytes of a settings document. */
const mostSettingsBytes = 256 * 1024;

const Reply = Type.Object(
  {
    when: optionalText(
      'A match: the reply is for requests that match it. Absent: for every request',
    ),
    status: Type.Optional(Type.Integer({ ...replyStatuses, description: '200 if absent' })),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Headers of the answer. {{field}} in a value inserts a field, as in the body; what is no valid value then is left out',
      }),
    ),
    body: optionalText(
      'The text of the answer, up to 64 KiB. {{field}} inserts a field of the match language',
    ),
    bodyBase64: optionalText('The bytes of the answer, in Base64'),
    delay: optionalText('The time from the commit to the answer, up to 60 s', ['2s', '500ms']),
    plan: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          'A step for each attempt of the same delivery, the last one for all further ones: a status ("500", "429 retry-after=60", "200 delay=3s"), "timeout 10s", "reset" or "truncate 100"',
      }),
    ),
  },
  { additionalProperties: false },
);

const Handshake = Type.Object(
  {
    handshake: Type.Unsafe<HandshakeName>({
      type: 'string',
      enum: [...handshakeNames],
      description: "Answers the sender's handshake, as its documentation asks for",
    }),
  },
  { additionalProperties: false },
);

const SecretHint = Type.Object(
  {
    hint: Type.String({
      description: 'The last four characters of a secret of at least twelve',
      examples: ['…k3f9'],
    }),
  },
  { additionalProperties: false },
);

const SignaturePairs = Type.Object(
  {
    signature: Type.String({ description: 'The name before a signature', examples: ['v1'] }),
    timestamp: optionalText('The name before the signed time', ['t']),
    separator: optionalText('The text between two pairs; a comma if absent', [';']),
  },
  {
    additionalProperties: false,
    description: 'custom: the header has pairs such as t=1767225600,v1=5f3a…',
  },
);

const Verify = Type.Object(
  {
    scheme: Type.String({
      description: 'The name of a signature scheme',
      examples: ['github', 'stripe', 'custom'],
    }),
    secrets: Type.Optional(
      Type.Array(Type.Union([Type.String(), SecretHint]), {
        description:
          'Any of them may have made a signature. They can be written, never read: a read gives hints, and a hint that is put keeps its secret',
      }),
    ),
    tolerance: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'In seconds: how far the signed time may be from the arrival',
      }),
    ),
    webhookId: optionalText('paypal: the id of the webhook'),
    header: optionalText('token and custom: the header with the secret or signature'),
    prefix: optionalText('custom: the text before a signature in its header'),
    pairs: Type.Optional(SignaturePairs),
    algorithm: Type.Optional(oneOf(signatureAlgorithms, { description: 'custom' })),
    encoding: Type.Optional(oneOf(signatureEncodings, { description: 'custom' })),
    signed: optionalText('custom: what is signed', ['{timestamp}.{body}', '{method} {url} {body}']),
    timestampHeader: optionalText('custom'),
    idHeader: optionalText('custom'),
    secretEncoding: Type.Optional(
      oneOf(secretEncodings, {
        description: 'custom: how the secret is read as a key; `text` if absent',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The signatures of requests are verified as they arrive',
  },
);

/** The answers of an endpoint, and the rule by which it tells deliveries apart. An endpoint without settings has `{}`. */
export const EndpointSettings = Type.Object(
  {
    replies: Type.Optional(
      Type.Array(Type.Union([Handshake, Reply]), {
        description: 'The first one whose `when` holds answers',
      }),
    ),
    verify: Type.Optional(Verify),
    delivery: optionalText(
      'The field in which two attempts of the same delivery are alike, such as header.webhook-id; "one" takes all requests for one delivery',
    ),
    xHeaders: Type.Optional(
      oneOf(xHeaderChoices, {
        description:
          '`keep` keeps headers whose names start with X- apart from all others: `/wire` and matches have them. If absent: `keep` beside `verify`, else what the service says (`GET /api/service`). Never kept: a header that `verify` compares with a secret, and those that a trusted proxy adds',
      }),
    ),
  },
  {
    title: 'EndpointSettings',
    additionalProperties: false,
    examples: [
      {
        replies: [
          {
            when: 'json.type=url_verification',
            headers: { 'content-type': 'text/plain' },
            body: '{{json.challenge}}',
          },
          { when: 'path:/flaky', plan: ['500', 'timeout 10s', '429 retry-after=60', '200'] },
        ],
        delivery: 'header.webhook-id',
      },
    ],
  },
);
export type EndpointSettings = Static<typeof EndpointSettings>;

export { longestAnswerWaitMs, mostAnswerBodyBytes } from './settings-names.ts';

/** The most bytes of the document that has such a body: Base64 takes a third more. A text of many escapes in JSON may take more, and goes as Base64. */
export const mostAnswerBytes = 1.5 * mostAnswerBodyBytes;

/** The answer of a listener to a sender that waits: literal, without `{{fields}}`. */
export const ListenerAnswer = Type.Object(
  {
    status: Type.Integer(replyStatuses),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the answer; those that replies may not set are refused',
      }),
    ),
    body: Type.Optional(
      Type.String({
        description: 'The text of the answer, up to 1 MiB; with its escapes up to 1.5 MiB',
      }),
    ),
    bodyBase64: Type.Optional(
      Type.String({ description: 'The bytes of the answer, in Base64, in place of `body`' }),
    ),
  },
  {
    title: 'ListenerAnswer',
    additionalProperties: false,
    examples: [
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' },
    ],
  },
);
export type ListenerAnswer = Static<typeof ListenerAnswer>;

const settingsHeaders = {
  ETag: {
    description:
      'The version of the settings: another one after every change, also of a secret alone',
    schema: { type: 'string' },
  },
} as const;

export const endpointSettingsOperations = operationsOf('Endpoints', {
  getSettings: {
    summary: 'Read the settings of an endpoint',
    description: 'Gives what the endpoint answers; `{}` if it has no settings.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('The settings', EndpointSettings, settingsHeaders) },
    failures: ['notFound'],
  },
  putSettings: {
    summary: 'Replace the settings of an endpoint',
    description:
      'Takes the whole document. Once it is answered, it applies to every request that arrives afterwards, on every node.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'settings.change',
    params: EndpointParams,
    body: EndpointSettings,
    answers: { 200: json('The settings as they are now', EndpointSettings, settingsHeaders) },
    failures: ['notFound', 'secretsNotKept', 'guestSpaceFull', 'storeFull'],
    bodyLimit: mostSettingsBytes,
  },
  deleteSettings: {
    summary: 'Remove the settings of an endpoint',
    description: 'From then on every request is acknowledged as on an endpoint without settings.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: 'settings.delete',
    params: EndpointParams,
    answers: { 204: empty('The endpoint has no settings') },
    failures: ['notFound'],
  },
  listDeliveries: {
    summary: 'List the deliveries of an endpoint',
    description:
      'Groups the captured requests of an endpoint with settings by delivery, newest first: by the first attempt.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: DeliveriesQuery,
    answers: {
      200: json('The deliveries', written(Type.Array(Delivery)), toNextPage),
    },
    failures: ['notFound'],
  },
});
