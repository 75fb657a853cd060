import { Type } from 'typebox';
import {
  CreatedEndpoint,
  DeletionQuery,
  Endpoint,
  EndpointChanges,
  EndpointParams,
  Freshness,
  FreshnessQuery,
  RefusedRequests,
} from '../endpoint.ts';
import { empty, json, operationsOf } from './operation.ts';

export const endpointOperations = operationsOf('Endpoints', {
  createEndpoint: {
    summary: 'Create an endpoint',
    description: 'Makes a new endpoint with its own receive URL. A body is ignored.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'endpoint.create', subject: 'answeredEndpoint' },
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
  listEndpoints: {
    summary: 'List endpoints',
    description: 'Lists every endpoint of the account, oldest first.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    answers: { 200: json('The endpoints', Type.Array(Endpoint)) },
  },
  updateEndpoint: {
    summary: 'Update an endpoint',
    description: 'Sets the name of the endpoint. Fields that the body leaves out stay as they are.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'endpoint.rename', subject: 'renamedEndpoint' },
    params: EndpointParams,
    body: EndpointChanges,
    answers: { 200: json('The endpoint as it is now', Endpoint) },
    failures: ['notFound'],
  },
  deleteEndpoint: {
    summary: 'Delete an endpoint',
    description: 'Its receive URL stops at once, and its captured requests are deleted with it.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'endpoint.delete', subject: 'endpoint' },
    params: EndpointParams,
    querystring: DeletionQuery,
    answers: { 204: empty('The endpoint is gone') },
    failures: ['notFound', 'endpointNotEmpty'],
  },
  listRefusals: {
    summary: 'List the requests that were not stored',
    description:
      'Lists what did not get in, and why, newest first: 100 rows of the last 7 days at most. Alike ones within a minute are one row.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('What did not get in', Type.Array(RefusedRequests)) },
    failures: ['notFound'],
  },
  getFreshness: {
    summary: 'Ask whether a request came lately',
    description:
      'For monitors: 200 if the newest stored request is younger than `within`, else 409. A `match` is refused.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: FreshnessQuery,
    answers: {
      200: json('One came lately', Freshness),
      409: json('None came lately', Freshness),
    },
    failures: ['notFound'],
  },
  regenerateEndpoints: {
    summary: 'Regenerate endpoints',
    description: 'Deletes every endpoint of the account and makes one new endpoint.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'endpoint.regenerate', subject: 'answeredEndpoint' },
    answers: { 201: json('The new endpoint', CreatedEndpoint) },
    failures: ['endpointLimit'],
  },
});
