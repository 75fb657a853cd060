import { Type } from 'typebox';
import { Delivery } from '../delivery.ts';
import { EndpointParams } from '../endpoint.ts';
import { EndpointSettings, mostSettingsBytes } from '../endpoint-settings.ts';
import { DeliveriesQuery } from '../paging.ts';
import {
  bySessionOrKey,
  empty,
  failures,
  failuresOfBody,
  failuresOfSessionOrKey,
  json,
  type Operation,
} from './operation.ts';

const settingsHeaders = {
  ETag: {
    description:
      'The version of the settings: another one after every change, also of a secret alone',
    schema: { type: 'string' },
  },
} as const;

const getSettings = {
  method: 'GET',
  url: '/api/endpoints/:token/settings',
  schema: {
    operationId: 'getSettings',
    summary: 'Read the settings of an endpoint',
    description: 'Gives what the endpoint answers; `{}` if it has no settings.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    response: {
      200: json('The settings', EndpointSettings, settingsHeaders),
      ...failures('notFound', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey' },
} as const satisfies Operation;

const putSettings = {
  method: 'PUT',
  url: '/api/endpoints/:token/settings',
  schema: {
    operationId: 'putSettings',
    summary: 'Replace the settings of an endpoint',
    description:
      'Takes the whole document. Once it is answered, it applies to every request that arrives afterwards, on every node.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    body: EndpointSettings,
    response: {
      200: json('The settings as they are now', EndpointSettings, settingsHeaders),
      ...failures(
        ...failuresOfBody,
        'notFound',
        'foreignOrigin',
        'secretsNotKept',
        'guestSpaceFull',
        'storeFull',
        ...failuresOfSessionOrKey,
      ),
    },
  },
  bodyLimit: mostSettingsBytes,
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

const deleteSettings = {
  method: 'DELETE',
  url: '/api/endpoints/:token/settings',
  schema: {
    operationId: 'deleteSettings',
    summary: 'Remove the settings of an endpoint',
    description: 'From then on every request is acknowledged as on an endpoint without settings.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    response: {
      204: empty('The endpoint has no settings'),
      ...failures('notFound', 'foreignOrigin', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey', changes: true },
} as const satisfies Operation;

const listDeliveries = {
  method: 'GET',
  url: '/api/endpoints/:token/deliveries',
  schema: {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of an endpoint',
    description:
      'Groups the captured requests of an endpoint with settings by delivery, newest first: by the first attempt.',
    tags: ['Endpoints'],
    security: bySessionOrKey,
    params: EndpointParams,
    querystring: DeliveriesQuery,
    response: {
      200: json('The deliveries', Type.Unsafe<unknown>(Type.Array(Delivery)), {
        Link: {
          description: 'On a page that is not the last: the address of the next one, `rel="next"`',
          schema: { type: 'string' },
        },
      }),
      ...failures('invalidInput', 'notFound', ...failuresOfSessionOrKey),
    },
  },
  config: { credentials: 'sessionOrKey' },
} as const satisfies Operation;

export const endpointSettingsOperations = {
  getSettings,
  putSettings,
  deleteSettings,
  listDeliveries,
};
