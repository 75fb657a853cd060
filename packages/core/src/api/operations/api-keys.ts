import { Type } from 'typebox';
import { ApiKey, ApiKeyParams, CreatedApiKey, NewApiKey } from '../api-key.ts';
import { empty, json, operationsOf } from './operation.ts';

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
    audit: { action: 'key.create', subject: 'answeredKey' },
    body: NewApiKey,
    answers: { 201: json('The new key', CreatedApiKey) },
    failures: ['planTooLow', 'apiKeyLimit'],
  },
  deleteApiKey: {
    summary: 'Delete an API key',
    description: 'The key stops working at once.',
    credentials: 'session',
    leastRole: 'member',
    audit: { action: 'key.delete', subject: 'key' },
    params: ApiKeyParams,
    answers: { 204: empty('The key is gone') },
    failures: ['invalidInput', 'notFound'],
  },
});
