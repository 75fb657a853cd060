import { Type } from 'typebox';
import {
  CreatedEndpoint,
  DeletionQuery,
  Endpoint,
  EndpointChanges,
  EndpointParams,
} from '../endpoint.ts';
import {
  bySessionOrKey,
  empty,
  failures,
  failuresOfBody,
  failuresOfSessionOrKey,
  json,
  type Operation,
} from './operation.ts';

const createEndpoint = {
  method: 'POST',
  url: '/api/endpoints',
  schema: {
    operationId: 'createEndpoint',
    summary: 'Create an endpoint',
    description: 'Makes a new endpoint with its own receive URL. A body is ignored.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    response: {
      201: json('The new endpoint', CreatedEndpoint),
      ...failures('endpointLimit', 'foreignOrigin', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

const listEndpoints = {
  method: 'GET',
  url: '/api/endpoints',
  schema: {
    operationId: 'listEndpoints',
    summary: 'List endpoints',
    description: 'Lists every endpoint of the account, oldest first.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    response: {
      200: json('The endpoints', Type.Array(Endpoint)),
      ...failures(...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey' },
} as const satisfies Operation;

const updateEndpoint = {
  method: 'PATCH',
  url: '/api/endpoints/:token',
  schema: {
    operationId: 'updateEndpoint',
    summary: 'Update an endpoint',
    description: 'Sets the name of the endpoint. Fields that the body leaves out stay as they are.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    body: EndpointChanges,
    response: {
      200: json('The endpoint as it is now', Endpoint),
      ...failures(...failuresOfBody, 'notFound', 'foreignOrigin', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

const deleteEndpoint = {
  method: 'DELETE',
  url: '/api/endpoints/:token',
  schema: {
    operationId: 'deleteEndpoint',
    summary: 'Delete an endpoint',
    description: 'Its receive URL stops at once, and its captured requests are deleted with it.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    querystring: DeletionQuery,
    response: {
      204: empty('The endpoint is gone'),
      ...failures(
        'invalidInput',
        'notFound',
        'endpointNotEmpty',
        'foreignOrigin',
        ...failuresOfSessionOrKey,
      ),
    },
  },
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

const regenerateEndpoints = {
  method: 'POST',
  url: '/api/endpoints/regenerate',
  schema: {
    operationId: 'regenerateEndpoints',
    summary: 'Regenerate endpoints',
    description: 'Deletes every endpoint of the account and makes one new endpoint.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    response: {
      201: json('The new endpoint', CreatedEndpoint),
      ...failures('endpointLimit', 'foreignOrigin', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

export const endpointOperations = {
  createEndpoint,
  listEndpoints,
  updateEndpoint,
  deleteEndpoint,
  regenerateEndpoints,
};
