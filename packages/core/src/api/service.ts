import { type Static, Type } from 'typebox';
import { json, operationsOf, written } from './operation.ts';
import { defaultPlans, Plan, planNames } from './plans.ts';
import { xHeaderChoices } from './settings-names.ts';
import { oneOf } from './text.ts';

/** The facts that visitors may know before they have a session. */
export const Service = Type.Object(
  {
    receiveBaseUrl: Type.String({ description: 'The beginning of every receive URL' }),
    plans: Type.Array(Plan),
    sellsPlans: Type.Boolean({ description: 'Whether larger plans are for sale here' }),
    version: Type.String(),
    xHeaders: oneOf(xHeaderChoices, {
      description: 'What is done with X- headers of endpoints whose settings say nothing of them',
    }),
    login: Type.Object(
      { password: Type.Boolean(), oidc: Type.Boolean() },
      { description: 'The ways to log in: by a password, by single sign-on (OpenID Connect)' },
    ),
  },
  {
    title: 'Service',
    examples: [
      {
        receiveBaseUrl: 'http://localhost:8080',
        plans: planNames.map((plan) => ({ plan, ...defaultPlans[plan] })),
        sellsPlans: true,
        version: '0.1.0',
        xHeaders: 'drop',
        login: { password: true, oidc: false },
      },
    ],
  },
);
export type Service = Static<typeof Service>;

export const serviceOperations = operationsOf('Service', {
  getService: {
    summary: 'See what this service is',
    description:
      'Gives the beginning of every receive URL, the limits of the plans, the version, and the ways to log in.',
    credentials: 'none',
    answers: { 200: json('The service', Service) },
  },
  getApiDescription: {
    summary: 'Get this description',
    description: 'Gives the API in OpenAPI 3.1. A page for people is at /docs.',
    credentials: 'none',
    answers: {
      200: json(
        'The description',
        written(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
      ),
    },
    onlyFailures: ['internal'],
  },
});

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
