import { Type } from 'typebox';
import { json, operationsOf } from './operation.ts';

const Health = Type.Unsafe<{ status: string }>({
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
  title: 'Health',
  examples: [{ status: 'ok' }],
});

const ReadinessQuery = Type.Object({
  full: Type.Optional(
    Type.Literal('ok', {
      description:
        'A store that has reached its size limit counts as ready: for proxies, since the node then answers captures with 507 and serves everything else',
    }),
  ),
});

export const monitoringOperations = operationsOf('Service', {
  getHealth: {
    summary: 'Ask whether the process is alive',
    description: 'It is answered on every host.',
    credentials: 'none',
    answers: { 200: json('It is', Health) },
    onlyFailures: ['unavailable'],
  },
  getReadiness: {
    summary: 'Ask whether captures can be stored',
    description: 'Writes to the store before it answers. It is answered on every host.',
    credentials: 'none',
    querystring: ReadinessQuery,
    answers: { 200: json('They can', Health) },
    onlyFailures: ['invalidInput', 'unavailable'],
  },
  getMetrics: {
    summary: 'Get the metrics',
    description:
      'The page is for clients that send the metrics token of the operator as a bearer credential, and for clients on the same machine that ask by a name of the machine itself (`localhost`, a loopback address), not through a proxy. For all others it does not exist.',
    credentials: 'none',
    answers: {
      200: {
        description: 'Metrics in the text format of Prometheus',
        content: { 'text/plain': { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
      },
    },
    onlyFailures: ['notFound'],
  },
});
