import { Type } from 'typebox';
import {
  CreatedEndpoint,
  DeletionQuery,
  Endpoint,
  EndpointChanges,
  EndpointParams,
} from '../endpoint.ts';
import { empty, json, operationsOf } from './operation.ts';

export const endpointOperations = operationsOf('Endpoints', {
  createEndpoint: {
    method: 'POST',
    url: '/api/endpoints',
    summary: 'Create an endpoint',
    description: 'Makes a new endpoint with its own receive URL. A body is ignored.',
    credentials: 'sessionOrKey',
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
  listEndpoints: {
    method: 'GET',
    url: '/api/endpoints',
    summary: 'List endpoints',
    description: 'Lists every endpoint of the account, oldest first.',
    credentials: 'sessionOrKey',
    answers: { 200: json('The endpoints', Type.Array(Endpoint)) },
  },
  updateEndpoint: {
    method: 'PATCH',
    url: '/api/endpoints/:token',
    summary: 'Update an endpoint',
    description: 'Sets the name of the endpoint. Fields that the body leaves out stay as they are.',
    credentials: 'sessionOrKey',
    params: EndpointParams,
    body: EndpointChanges,
    answers: { 200: json('The endpoint as it is now', Endpoint) },
    failures: ['notFound'],
  },
  deleteEndpoint: {
    method: 'DELETE',
    url: '/api/endpoints/:token',
    summary: 'Delete an endpoint',
    description: 'Its receive URL stops at once, and its captured requests are deleted with it.',
    credentials: 'sessionOrKey',
    params: EndpointParams,
    querystring: DeletionQuery,
    answers: { 204: empty('The endpoint is gone') },
    failures: ['notFound', 'endpointNotEmpty'],
  },
  regenerateEndpoints: {
    method: 'POST',
    url: '/api/endpoints/regenerate',
    summary: 'Regenerate endpoints',
    description: 'Deletes every endpoint of the account and makes one new endpoint.',
    credentials: 'sessionOrKey',
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
});
