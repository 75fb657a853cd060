import { type Static, Type } from 'typebox';
import { DateTime, oneOf, optionalCount, optionalText } from './text.ts';

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
