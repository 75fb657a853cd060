import { Type } from 'typebox';
import { ApiKey, ApiKeyParams, CreatedApiKey, NewApiKey } from '../api-key.ts';
import { empty, json, operationsOf } from './operation.ts';

export const apiKeyOperations = operationsOf('API keys', {
  listApiKeys: {
    method: 'GET',
    url: '/api/keys',
    summary: 'List API keys',
    description: 'Lists every key of the account, oldest first, without its secret.',
    credentials: 'session',
    answers: { 200: json('The keys', Type.Array(ApiKey)) },
    failures: ['planTooLow'],
  },
  createApiKey: {
    method: 'POST',
    url: '/api/keys',
    summary: 'Create an API key',
    description: 'The answer is the only one that ever shows the key itself.',
    credentials: 'session',
    body: NewApiKey,
    answers: { 201: json('The new key', CreatedApiKey) },
    failures: ['planTooLow', 'apiKeyLimit'],
  },
  deleteApiKey: {
    method: 'DELETE',
    url: '/api/keys/:trackingId',
    summary: 'Delete an API key',
    description: 'The key stops working at once.',
    credentials: 'session',
    params: ApiKeyParams,
    answers: { 204: empty('The key is gone') },
    failures: ['invalidInput', 'notFound'],
  },
});
