import { Type } from 'typebox';
import { EndpointParams } from '../endpoint.ts';
import {
  BodySchema,
  EndpointContract,
  EventsQuery,
  mostContractBytes,
  ReceivedEvent,
  SchemaQuery,
} from '../event-shape.ts';
import { empty, json, operationsOf, toNextPage } from './operation.ts';

const contractHeaders = {
  ETag: {
    description: 'The version of the contract: another one after every change',
    schema: { type: 'string' },
  },
} as const;

export const eventShapeOperations = operationsOf('Endpoints', {
  listEvents: {
    summary: 'List the events that came',
    description:
      'Groups the captured requests of an endpoint by event, the latest first. One call looks at 10,000 of them; its Link goes on with older ones, so that an event may come again there.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: EventsQuery,
    answers: { 200: json('The events', Type.Array(ReceivedEvent), toNextPage) },
    failures: ['notFound'],
  },
  getSchema: {
    summary: 'Make a schema of the bodies that came',
    description:
      'Makes a JSON Schema of the newest JSON bodies of an endpoint, of one event or of all that match. 404 if there are none.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: SchemaQuery,
    answers: { 200: json('The schema', BodySchema) },
    failures: ['notFound'],
  },
  getContract: {
    summary: 'Read the contract of an endpoint',
    description:
      'Gives the schemas that its JSON bodies should fit; `{"events": {}}` if it has no contract.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('The contract', EndpointContract, contractHeaders) },
    failures: ['notFound'],
  },
  putContract: {
    summary: 'Replace the contract of an endpoint',
    description:
      'Takes the whole document. Once it is answered, every request that arrives afterwards is compared with it, on every node.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'contract.change', subject: 'endpoint' },
    params: EndpointParams,
    body: EndpointContract,
    answers: { 200: json('The contract as it is now', EndpointContract, contractHeaders) },
    failures: ['notFound', 'guestSpaceFull', 'storeFull'],
    bodyLimit: mostContractBytes,
  },
  deleteContract: {
    summary: 'Remove the contract of an endpoint',
    description: 'From then on nothing is compared. What was found stays with the requests.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'contract.delete', subject: 'endpoint' },
    params: EndpointParams,
    answers: { 204: empty('The endpoint has no contract') },
    failures: ['notFound'],
  },
});
