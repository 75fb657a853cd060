import { type Static, Type } from 'typebox';
import { empty, json, operationsOf, toNextPage, written } from './operation.ts';
import { DateTime, Name, oneOf, optionalText, withoutNul } from './text.ts';

/** The most shares that an account can have. */
export const maximumShares = 100;
/** The largest page of shared requests, and its size if the query does not say. */
export const maximumSharedRequests = 100;
/** The most further names whose values a share hides. */
const maximumSharedFields = 50;

const id = Type.Integer();
const request = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The id of the captured request that is shown',
  }),
);
const endpoint = Type.Optional(
  Type.String({
    pattern: withoutNul,
    description: 'The token of the endpoint whose requests are shown, those to come too',
  }),
);
const redact = oneOf(['secrets', 'values'], {
  description: '`secrets` hides what names tell to be secret, `values` hides every value',
});
const fieldsDescription =
  'Further names whose values are hidden: of headers, in the query, in forms and in JSON';
const example = {
  endpoint: 'k3v9x0q2m7c5t1b8z4w6n0d2fa',
  redact: 'secrets' as const,
  fields: ['tax_id'],
};

/** What is to be shown to others: one captured request, or an endpoint. */
export const NewShare = Type.Object(
  {
    request,
    endpoint,
    days: Type.Integer({ minimum: 1, maximum: 90, description: 'It ends after so many days' }),
    redact,
    fields: Type.Optional(
      Type.Array(Name, { maxItems: maximumSharedFields, description: fieldsDescription }),
    ),
  },
  {
    title: 'NewShare',
    description: 'Exactly one of request and endpoint is there.',
    examples: [{ ...example, days: 7 }],
  },
);
export type NewShare = Static<typeof NewShare>;

const listed = {
  id,
  createdAt: DateTime,
  expiresAt: DateTime,
  request,
  endpoint,
  redact,
  fields: Type.Array(Type.String(), { description: fieldsDescription }),
};
const listedExample = {
  id: 3,
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-08T12:00:00.000Z',
  ...example,
};

export const Share = Type.Object(listed, { title: 'Share', examples: [listedExample] });
export type Share = Static<typeof Share>;

/** The only answer that has the address of the share. */
export const CreatedShare = Type.Object(
  {
    ...listed,
    url: Type.String({ description: 'The address of its page, with its secret; shown this once' }),
  },
  {
    title: 'CreatedShare',
    examples: [
      {
        ...listedExample,
        url: 'http://localhost:8080/s/Jb3pZ0v7yq1Hk5tW9xN2mR8cD4fG6hL0aQ1sE3uI7oY',
      },
    ],
  },
);
export type CreatedShare = Static<typeof CreatedShare>;

const ShareParams = Type.Object({ id });

const pair = Type.Unsafe<[name: string, value: string]>({
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
});

function pairs(description: string) {
  return Type.Array(pair, { description });
}

/** A captured request as strangers see it. What is hidden stands there as `•••`, or as `0` or `false` in JSON. */
export const SharedRequest = Type.Object(
  {
    method: Type.String(),
    path: optionalText('Below the token, as sent; absent if there was none, or if it is hidden'),
    headers: pairs('In the order and case of the sender, with every repeat'),
    query: pairs('Names and values, decoded, in their order'),
    body: Type.Object(
      {
        contentType: optionalText('As its header is shown'),
        size: Type.Integer({ description: 'Bytes, as they were sent' }),
        text: optionalText('JSON, written anew without white space'),
        form: Type.Optional(pairs('The fields of a form, in their order')),
      },
      { description: 'Without text and form it is left out: it is neither, or too long' },
    ),
    receivedAt: DateTime,
  },
  {
    title: 'SharedRequest',
    examples: [
      {
        method: 'POST',
        path: '/orders',
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', 'Bearer •••'],
        ],
        query: [['token', '•••']],
        body: { contentType: 'application/json', size: 41, text: '{"id":17,"card":"•••"}' },
        receivedAt: '2026-03-01T12:00:00.000Z',
      },
    ],
  },
);
export type SharedRequest = Static<typeof SharedRequest>;

const requests = Type.Array(SharedRequest, { description: 'Newest first' });

export const SharedRequests = Type.Object(
  { expiresAt: DateTime, requests },
  { title: 'SharedRequests' },
);
export type SharedRequests = Static<typeof SharedRequests>;

export const SharedPreview = Type.Object({ requests }, { title: 'SharedPreview' });
export type SharedPreview = Static<typeof SharedPreview>;

const SharedParams = Type.Object({
  secret: Type.String({ description: 'The last part of the address of the share' }),
});

const SharedQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maximumSharedRequests,
      description: `The most requests; ${maximumSharedRequests} if it is not given. A page of long ones ends sooner`,
    }),
  ),
  before: Type.Optional(
    Type.String({ description: 'The place from which the `Link` of a page goes on' }),
  ),
});

const sharedHeaders = {
  ...toNextPage,
  ETag: {
    description:
      'The version of the page, for `If-None-Match`: the same as long as it shows the same',
    schema: { type: 'string' },
  },
} as const;

export const shareOperations = operationsOf('Shares', {
  createShare: {
    summary: 'Show captured requests to others',
    description:
      'Makes an address at which anybody who has it sees one captured request, or those of an endpoint, with secrets hidden. The answer is the only one that ever has the address.',
    credentials: 'session',
    leastRole: 'member',
    audit: 'share.create',
    body: NewShare,
    answers: { 201: json('The new share', CreatedShare) },
    failures: ['registeredOnly', 'shareLimit', 'notFound'],
  },
  previewShare: {
    summary: 'See what a share would show',
    description: 'Gives the first page that the share would have. Nothing is stored.',
    credentials: 'session',
    leastRole: 'member',
    body: NewShare,
    answers: { 200: json('What would be seen', written(SharedPreview)) },
    failures: ['registeredOnly', 'notFound'],
  },
  listShares: {
    summary: 'List what is shown to others',
    description:
      'Lists the shares of the account that have not ended, oldest first, without their addresses.',
    credentials: 'session',
    leastRole: 'viewer',
    answers: { 200: json('The shares', Type.Array(Share)) },
  },
  deleteShare: {
    summary: 'Stop showing to others',
    description: 'The address of the share leads nowhere at once.',
    credentials: 'session',
    leastRole: 'member',
    audit: 'share.delete',
    params: ShareParams,
    answers: { 204: empty('The share is gone') },
    failures: ['notFound'],
  },
  getShared: {
    summary: 'See what is shown',
    description:
      'Gives what a share shows, newest first, redacted: never a byte of what is hidden, and never a body as it was sent. Needs no credential. What has ended is as unknown as what never was.',
    credentials: 'none',
    params: SharedParams,
    querystring: SharedQuery,
    answers: {
      200: json('The requests, newest first', written(SharedRequests), sharedHeaders),
      304: empty('`If-None-Match` names the version of the page'),
    },
    failures: ['notFound', 'tooManyRequests'],
  },
});
