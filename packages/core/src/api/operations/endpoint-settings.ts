import { Type } from 'typebox';
import { Delivery } from '../delivery.ts';
import { EndpointParams } from '../endpoint.ts';
import { EndpointSettings, mostSettingsBytes } from '../endpoint-settings.ts';
import { DeliveriesQuery } from '../paging.ts';
import { empty, json, operationsOf, toNextPage, written } from './operation.ts';

const settingsHeaders = {
  ETag: {
    description:
      'The version of the settings: another one after every change, also of a secret alone',
    schema: { type: 'string' },
  },
} as const;

export const endpointSettingsOperations = operationsOf('Endpoints', {
  getSettings: {
    summary: 'Read the settings of an endpoint',
    description: 'Gives what the endpoint answers; `{}` if it has no settings.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    answers: { 200: json('The settings', EndpointSettings, settingsHeaders) },
    failures: ['notFound'],
  },
  putSettings: {
    summary: 'Replace the settings of an endpoint',
    description:
      'Takes the whole document. Once it is answered, it applies to every request that arrives afterwards, on every node.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'settings.change', subject: 'endpoint' },
    params: EndpointParams,
    body: EndpointSettings,
    answers: { 200: json('The settings as they are now', EndpointSettings, settingsHeaders) },
    failures: ['notFound', 'secretsNotKept', 'guestSpaceFull', 'storeFull'],
    bodyLimit: mostSettingsBytes,
  },
  deleteSettings: {
    summary: 'Remove the settings of an endpoint',
    description: 'From then on every request is acknowledged as on an endpoint without settings.',
    credentials: 'sessionOrKey',
    leastRole: 'member',
    audit: { action: 'settings.delete', subject: 'endpoint' },
    params: EndpointParams,
    answers: { 204: empty('The endpoint has no settings') },
    failures: ['notFound'],
  },
  listDeliveries: {
    summary: 'List the deliveries of an endpoint',
    description:
      'Groups the captured requests of an endpoint with settings by delivery, newest first: by the first attempt.',
    credentials: 'sessionOrKey',
    leastRole: 'viewer',
    params: EndpointParams,
    querystring: DeliveriesQuery,
    answers: {
      200: json('The deliveries', written(Type.Array(Delivery)), toNextPage),
    },
    failures: ['notFound'],
  },
});
