import { type Static, Type } from 'typebox';

/** The most bytes of a settings document. */
export const mostSettingsBytes = 256 * 1024;

const Reply = Type.Object(
  {
    when: Type.Optional(
      Type.String({
        description: 'A match: the reply is for requests that match it. Absent: for every request',
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 200, maximum: 599, description: '200 if absent' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Headers of the answer' }),
    ),
    body: Type.Optional(
      Type.String({
        description:
          'The text of the answer, up to 64 KiB. {{field}} inserts a field of the match language',
      }),
    ),
    bodyBase64: Type.Optional(Type.String({ description: 'The bytes of the answer, in Base64' })),
    delay: Type.Optional(
      Type.String({
        description: 'The time from the commit to the answer, up to 60 s',
        examples: ['2s', '500ms'],
      }),
    ),
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

/** What an endpoint answers, and how it tells deliveries apart. An endpoint without settings has `{}`. */
export const EndpointSettings = Type.Object(
  {
    replies: Type.Optional(
      Type.Array(Reply, { description: 'The first one whose `when` holds answers' }),
    ),
    delivery: Type.Optional(
      Type.String({
        description:
          'The field in which two attempts of the same delivery are alike, such as header.webhook-id; "one" takes all requests for one delivery',
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
export type ReplySettings = Static<typeof Reply>;
