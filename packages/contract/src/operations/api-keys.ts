import { Type } from 'typebox';
import { ApiKey, ApiKeyParams, CreatedApiKey, NewApiKey } from '../api-key.ts';
import {
  bySession,
  empty,
  failures,
  failuresOfBody,
  failuresOfSession,
  json,
  type Operation,
} from './operation.ts';

const listApiKeys = {
  method: 'GET',
  url: '/api/keys',
  schema: {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description: 'Lists every key of the account, oldest first, without its secret.',
    tags: ['API keys'],
    security: bySession,
    response: {
      200: json('The keys', Type.Array(ApiKey)),
      ...failures('planTooLow', ...failuresOfSession),
    },
  },
  config: { credentials: 'session' },
} as const satisfies Operation;

const createApiKey = {
  method: 'POST',
  url: '/api/keys',
  schema: {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The answer is the only one that ever shows the key itself.',
    tags: ['API keys'],
    security: bySession,
    body: NewApiKey,
    response: {
      201: json('The new key', CreatedApiKey),
      ...failures(
        ...failuresOfBody,
        'planTooLow',
        'apiKeyLimit',
        'foreignOrigin',
        ...failuresOfSession,
      ),
    },
  },
  config: { credentials: 'session', changes: true },
} as const satisfies Operation;

const deleteApiKey = {
  method: 'DELETE',
  url: '/api/keys/:trackingId',
  schema: {
    operationId: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'The key stops working at once.',
    tags: ['API keys'],
    security: bySession,
    params: ApiKeyParams,
    response: {
      204: empty('The key is gone'),
      ...failures('invalidInput', 'notFound', 'foreignOrigin', ...failuresOfSession),
    },
  },
  config: { credentials: 'session', changes: true },
} as const satisfies Operation;

export const apiKeyOperations = { listApiKeys, createApiKey, deleteApiKey };
