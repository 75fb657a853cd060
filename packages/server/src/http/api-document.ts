import {
  AccountQuery,
  type Operation,
  type OperationResponse,
  operations,
  receivePaymentEvent,
  receivePlane,
  tags,
} from '@hookwell/core/api';
import type { FastifyPluginAsync } from 'fastify';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Parts } from '../parts.ts';

type Json = Record<string, unknown>;

/**
 * The API in OpenAPI 3.1, made of the contract alone: the same contract gives the same document.
 * Receive URLs start with `receiveBaseUrl`; by default with `/`, which stands for any server.
 */
export function describeApi({ receiveBaseUrl = '/' }: { receiveBaseUrl?: string } = {}): Json {
  const schemas = collectSchemas();
  const paths: Record<string, Json> = {};

  function add(url: string, method: string, described: DescribedOperation): void {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(described, schemas.refer) };
  }

  for (const { url, method, schema, config } of listed) {
    add(url, method, {
      ...schema,
      optionalBody: config.optionalBody,
      takesAccount: config.account === 'actsFor',
    });
  }
  for (const { url, operationId, schema } of receivePlane.paths) {
    for (const method of receivePlane.methods) {
      add(url, method, {
        ...schema,
        operationId: `${operationId}${method.charAt(0)}${method.slice(1).toLowerCase()}`,
        servers: [
          { url: '{receiveBaseUrl}', variables: { receiveBaseUrl: { default: receiveBaseUrl } } },
        ],
      });
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hookwell',
      version: packageJson.version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this description comes from' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, schemas: schemas.named() },
  };
}

const listed: readonly Operation[] = [...Object.values(operations), receivePaymentEvent];

const introduction = `Create an endpoint, send anything to its receive URL, and read, watch and clear what was sent.

Every failure has the body \`{"error": "<sentence>"}\`. A known path with another method is answered 405 with \`Allow\`. Values that are not set are absent, never \`null\`. Answers that need a credential, or hand one out, have \`Cache-Control: no-store\`.`;

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key (`wh-…`). The plan of its account is Plus or Enterprise; where no plans are sold, new accounts and teams have Plus.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'hookwell_session',
    description:
      'The cookie of a session, a guest included; on https it is called `__Host-hookwell_session`.',
  },
};

/** The `schema` of an operation, with its servers, whether its body may be left out, and whether it acts for teams. */
interface DescribedOperation extends Omit<Operation['schema'], 'response'> {
  readonly response: Readonly<Record<number, OperationResponse>>;
  readonly servers?: readonly Json[];
  readonly optionalBody?: boolean | undefined;
  readonly takesAccount?: boolean;
}

type Refer = (schema: unknown) => unknown;

function operationOf(described: DescribedOperation, refer: Refer): Json {
  const { params, querystring, headers, body, response, optionalBody, takesAccount, ...rest } =
    described;
  const parameters = [
    ...parametersOf('path', params, refer),
    ...parametersOf('query', querystring, refer),
    ...parametersOf('query', takesAccount ? AccountQuery : undefined, refer),
    ...parametersOf('header', headers, refer),
  ];
  return {
    // A copy as well: Fastify leaves its own marks on the originals.
    ...Object(refer(rest)),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: optionalBody !== true,
            content: { 'application/json': { schema: refer(body) } },
          },
        }),
    // An Answer is an OpenAPI Response Object already.
    responses: refer(response),
  };
}

function parametersOf(place: 'path' | 'query' | 'header', schema: unknown, refer: Refer): Json[] {
  const { properties = {}, required = [] }: { properties?: object; required?: string[] } =
    Object(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...bare } = property;
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: refer(bare),
    };
  });
}

/**
 * Collects the schemas that have a title: each becomes a component of the description, named by its
 * title, and a reference wherever it is used.
 */
function collectSchemas() {
  const components = new Map<string, { source: string; schema: unknown }>();

  function refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    if (!('title' in value) || typeof value.title !== 'string') return copyOf(value);
    const { title, ...schema } = value;
    const source = JSON.stringify(value);
    const known = components.get(title);
    if (known !== undefined && known.source !== source) {
      throw new Error(`Two different schemas have the title ${title}`);
    }
    if (known === undefined) components.set(title, { source, schema: copyOf(schema) });
    return { $ref: `#/components/schemas/${title}` };
  }

  function copyOf(value: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) =>
        // Examples are data: a title in them does not name a schema.
        [key, key === 'examples' ? structuredClone(member) : refer(member)],
      ),
    );
  }

  return {
    /** The same value as plain data, with references in place of the schemas that have a title. */
    refer,
    /** The collected schemas in the order of their names. */
    named: (): Record<string, unknown> =>
      Object.fromEntries(
        [...components]
          .map(([name, { schema }]): [string, unknown] => [name, schema])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
  };
}

/** `GET /api/openapi.json`. The page for people at `/docs` is a part of the documentation. */
export function apiDescription({ addresses }: Pick<Parts, 'addresses'>): FastifyPluginAsync {
  // Made at the first request, and again if a tunnel gave or took the address of the receive URLs.
  let description: Buffer | undefined;
  let describedBase: string | undefined;
  return async (app) => {
    app.route({
      ...operations.getApiDescription,
      handler: async (_request, reply) => {
        const receiveBaseUrl = addresses.receiveBase;
        if (description === undefined || describedBase !== receiveBaseUrl) {
          description = Buffer.from(JSON.stringify(describeApi({ receiveBaseUrl })));
          describedBase = receiveBaseUrl;
        }
        return reply.type('application/json; charset=utf-8').send(description);
      },
    });
  };
}
