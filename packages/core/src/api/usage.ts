import { type Static, Type } from 'typebox';
import { DateTime } from './text.ts';

const requests = Type.Integer({
  minimum: 0,
  description:
    'The number of captured requests. After a partial clear of more than 100,000 it may be too high for some seconds',
});
const bytes = Type.Integer({
  minimum: 0,
  description:
    'The bytes of their bodies, headers and targets, as the limits of the plans count them. After a partial clear it is an estimate for some seconds',
});

/** The limit of the plan for which the retention removed captured requests. */
const removedBy = ['number', 'bytes', 'days'] as const;
export type RemovedBy = (typeof removedBy)[number];

const Removed = Type.Object(
  {
    count: Type.Integer({ minimum: 1 }),
    by: Type.Unsafe<RemovedBy>({
      type: 'string',
      enum: [...removedBy],
      description:
        'The limit of the plan: the number of requests of an endpoint, the bytes of the account, or the days; of several the one that took most',
    }),
  },
  {
    description:
      'The requests that the limits of the plan removed in the last 24 hours; absent if there were none',
  },
);

export type Removed = Static<typeof Removed>;

const example = {
  token: 'k3v9x0q2m7c5t1b8z4w6n0d2fa',
  requests: 1204,
  bytes: 1_310_720,
  newestId: 4211,
  newestAt: '2026-03-01T12:00:00.000Z',
};

export const EndpointUsage = Type.Object(
  {
    token: Type.String({ description: "The endpoint's token" }),
    requests,
    bytes,
    newestId: Type.Optional(
      Type.Integer({ description: 'The newest captured request; absent if there is none' }),
    ),
    newestAt: Type.Optional(DateTime),
    removed: Type.Optional(Removed),
  },
  { title: 'EndpointUsage', examples: [example] },
);
export type EndpointUsage = Static<typeof EndpointUsage>;

/** The captured requests that an account holds: the sums, and each endpoint, oldest first. */
export const Usage = Type.Object(
  { requests, bytes, endpoints: Type.Array(EndpointUsage) },
  {
    title: 'Usage',
    examples: [{ requests: example.requests, bytes: example.bytes, endpoints: [example] }],
  },
);
export type Usage = Static<typeof Usage>;
