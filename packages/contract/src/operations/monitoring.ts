import { Type } from 'typebox';
import { failures, json, type Operation } from './operation.ts';

const Health = Type.Unsafe<{ status: string }>({
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
  title: 'Health',
  examples: [{ status: 'ok' }],
});

const getHealth = {
  method: 'GET',
  url: '/healthz',
  schema: {
    operationId: 'getHealth',
    summary: 'Ask whether the process is alive',
    description: 'It is answered on every host.',
    tags: ['Service'],
    security: [],
    response: { 200: json('It is', Health), ...failures('unavailable') },
  },
  config: { credentials: 'none' },
} as const satisfies Operation;

const ReadinessQuery = Type.Object({
  full: Type.Optional(
    Type.Literal('ok', {
      description:
        'A store that has reached its size limit counts as ready: for proxies, since the node then answers captures with 507 and serves everything else',
    }),
  ),
});

const getReadiness = {
  method: 'GET',
  url: '/readyz',
  schema: {
    operationId: 'getReadiness',
    summary: 'Ask whether captures can be stored',
    description: 'Writes to the store before it answers. It is answered on every host.',
    tags: ['Service'],
    security: [],
    querystring: ReadinessQuery,
    response: { 200: json('They can', Health), ...failures('invalidInput', 'unavailable') },
  },
  config: { credentials: 'none' },
} as const satisfies Operation;

const getMetrics = {
  method: 'GET',
  url: '/metrics',
  schema: {
    operationId: 'getMetrics',
    summary: 'Get the metrics',
    description:
      'The page is for clients that send the metrics token of the operator as a bearer credential, and for clients on the same machine that ask by a name of the machine itself (`localhost`, a loopback address), not through a proxy. For all others it does not exist.',
    tags: ['Service'],
    security: [],
    response: {
      200: {
        description: 'Metrics in the text format of Prometheus',
        content: { 'text/plain': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
      },
      ...failures('notFound'),
    },
  },
  config: { credentials: 'none' },
} as const satisfies Operation;

export const monitoringOperations = { getHealth, getReadiness, getMetrics };
