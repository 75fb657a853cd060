import { type Static, Type } from 'typebox';
import { empty, json, operationsOf } from './operation.ts';
import { DateTime, Name } from './text.ts';

/** The most API keys that an account can have. */
export const maximumApiKeys = 20;

const trackingId = Type.String({
  pattern: '^[0-9a-f]{5}$',
  description: "The last 5 hex characters of the key's UUIDv7",
});
const listed = {
  trackingId,
  keyHint: Type.String({ description: 'The beginning and the end of the key' }),
  name: Type.String(),
  createdAt: DateTime,
  lastUsed: Type.Optional(Type.String({ format: 'date-time', description: 'Absent until used' })),
};
const example = {
  trackingId: '3f9a1',
  keyHint: 'wh-4Tz9…kQ2x',
  name: 'Deploy script',
  createdAt: '2026-03-01T12:00:00.000Z',
};

export const ApiKey = Type.Object(listed, {
  title: 'ApiKey',
  examples: [{ ...example, lastUsed: '2026-03-02T08:30:00.000Z' }],
});
export type ApiKey = Static<typeof ApiKey>;

/** The only answer that has the key itself. */
export const CreatedApiKey = Type.Object(
  {
    ...listed,
    secret: Type.String({ description: 'The key, which starts with wh-; shown this once' }),
  },
  {
    title: 'CreatedApiKey',
    examples: [{ ...example, secret: 'wh-4Tz9mWc7RbY1nLx8VdS3hJf6GpK0aQe5Ur2kQ2x' }],
  },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const NewApiKey = Type.Object(
  { name: Name },
  { title: 'NewApiKey', examples: [{ name: 'Deploy script' }] },
);
export type NewApiKey = Static<typeof NewApiKey>;

const ApiKeyParams = Type.Object({ trackingId });

export const apiKeyOperations = operationsOf('API keys', {
  listApiKeys: {
    summary: 'List API keys',
    description: 'Lists every key of the account, oldest first, without its secret.',
    credentials: 'session',
    leastRole: 'member',
    answers: { 200: json('The keys', Type.Array(ApiKey)) },
    failures: ['planTooLow'],
  },
  createApiKey: {
    summary: 'Create an API key',
    description: 'The answer is the only one that ever shows the key itself.',
    credentials: 'session',
    leastRole: 'member',
    audit: 'key.create',
    body: NewApiKey,
    answers: { 201: json('The new key', CreatedApiKey) },
    failures: ['planTooLow', 'apiKeyLimit'],
  },
  deleteApiKey: {
    summary: 'Delete an API key',
    description: 'The key stops working at once.',
    credentials: 'session',
    leastRole: 'member',
    audit: 'key.delete',
    params: ApiKeyParams,
    answers: { 204: empty('The key is gone') },
    failures: ['invalidInput', 'notFound'],
  },
});
