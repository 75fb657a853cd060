import type { TSchema } from 'typebox';
import { ErrorBody, type ErrorCode, errorCatalogue } from '../errors.ts';

/**
 * One operation of the API, in the shape of a Fastify route without its handler. The server adds the handler, and
 * the API description is made of the rest. Response entries are OpenAPI Response Objects whose schemas validate
 * and serialise.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The address, with `:name` for a parameter. */
  readonly url: string;
  readonly schema: {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly tags: readonly [Tag];
    readonly security: Security;
    readonly params?: TSchema;
    readonly querystring?: TSchema;
    readonly headers?: TSchema;
    readonly body?: TSchema;
    readonly response: Readonly<Record<number, Answer>>;
  };
  /** The most bytes of a body; absent if the limit of all API bodies serves. */
  readonly bodyLimit?: number;
  readonly config: OperationConfig;
}

export interface OperationConfig {
  /** The credentials that the operation takes: none, a session, or a session or an API key. */
  readonly credentials: 'none' | 'session' | 'sessionOrKey';
  /** The operation changes something: a request with cookies must come from our own origin. */
  readonly changes?: boolean;
  /** The body may be left out. */
  readonly optionalBody?: boolean;
  /**
   * What `account` in the query does: the operation acts for that team; for the caller's own account all the same, who has
   * to be a member; or it refuses the name. Absent if the operation takes no credential.
   */
  readonly account?: 'actsFor' | 'isChecked' | 'isRefused';
}

export const tags = {
  Endpoints: 'The addresses that webhooks are sent to',
  'Captured requests': 'The requests that were sent to endpoints',
  Shares: 'Captured requests that are shown to others',
  Accounts: 'Guests, registration and sessions',
  Teams: 'Accounts of several people',
  'API keys': 'Credentials for programs',
  Billing: 'Plans and payments',
  Receiving: 'The public receive URLs',
  Service: 'The service itself and its state',
} as const;
export type Tag = keyof typeof tags;

type Security = readonly Readonly<Partial<Record<'apiKey' | 'session', readonly string[]>>>[];

/** The security of an operation by its credentials, and the failures of every such operation. */
const byCredentials: Readonly<
  Record<OperationConfig['credentials'], { security: Security; failures: readonly ErrorCode[] }>
> = {
  none: { security: [], failures: ['internal', 'unavailable'] },
  session: {
    security: [{ session: [] }],
    failures: ['unauthenticated', 'internal', 'unavailable'],
  },
  sessionOrKey: {
    security: [{ apiKey: [] }, { session: [] }],
    failures: ['planTooLow', 'unauthenticated', 'internal', 'unavailable'],
  },
};

/** The failures of every operation that takes a JSON body. */
const failuresOfBody = [
  'invalidInput',
  'malformedJson',
  'bodyTooLarge',
  'unsupportedMediaType',
] as const;

/** Of every operation that takes `account` in its query. */
const failuresOfAccount = ['invalidInput', 'notFound', 'roleTooLow'] as const;

type Inputs = Pick<Operation['schema'], 'params' | 'querystring' | 'body'>;

/** The description of an operation: all else follows from it. */
interface Description extends Inputs, Pick<Operation, 'method' | 'url' | 'bodyLimit'> {
  readonly summary: string;
  readonly description: string;
  readonly credentials: OperationConfig['credentials'];
  /** Those of success. */
  readonly answers: Operation['schema']['response'];
  /** Beside those of its credentials, its method, its query and its body. */
  readonly failures?: readonly ErrorCode[];
  /** All of them, where the usual ones cannot be. */
  readonly onlyFailures?: readonly ErrorCode[];
  readonly optionalBody?: boolean;
}

type Described<From extends Description> = Pick<From, 'method' | 'url'> &
  Omit<Operation, 'method' | 'url' | 'schema'> & {
    readonly schema: Omit<Operation['schema'], keyof Inputs | 'response'> &
      Pick<From, Extract<keyof From, keyof Inputs>> & { readonly response: From['answers'] };
  };

/** The operations under a tag, each by its id. All but those that only read change something. */
export function operationsOf<const All extends Readonly<Record<string, Description>>>(
  tag: Tag,
  all: All,
): { readonly [Id in keyof All]: Described<All[Id]> } {
  const entries = Object.entries(all).map(([id, one]) => [id, described(id, tag, one)]);
  // Each is made of the one of its id: the compiler cannot follow the entries.
  return Object.fromEntries(entries) as { [Id in keyof All]: Described<All[Id]> };
}

function described(operationId: string, tag: Tag, from: Description): Operation {
  const { method, url, bodyLimit, credentials, optionalBody, ...others } = from;
  const { summary, description, answers, failures: own = [], onlyFailures, ...inputs } = others;
  const changes = method !== 'GET';
  const account = accountIn(from);
  const usual: readonly ErrorCode[] = [
    ...own,
    ...(changes ? (['foreignOrigin'] as const) : []),
    ...(from.body ? failuresOfBody : []),
    ...(from.querystring ? (['invalidInput'] as const) : []),
    ...byCredentials[credentials].failures,
    ...(account === undefined || account === 'isRefused' ? [] : failuresOfAccount),
  ];
  return {
    method,
    url,
    schema: {
      ...{ operationId, summary, description, tags: [tag] },
      security: byCredentials[credentials].security,
      ...inputs,
      response: { ...answers, ...failures(...(onlyFailures ?? usual)) },
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: {
      credentials,
      ...(changes && { changes }),
      ...(optionalBody && { optionalBody }),
      ...(account && { account }),
    },
  };
}

/** Of sessions and passwords nothing is a team's but the principal. The addresses of teams name the team themselves. */
function accountIn({ method, url, credentials }: Description): OperationConfig['account'] {
  if (url.startsWith('/api/auth/'))
    return method === 'GET' && url === '/api/auth/me' ? 'actsFor' : 'isRefused';
  if (credentials === 'none') return undefined;
  return /^\/api\/(?:teams|invitations)(?:\/|$)/.test(url) ? 'isChecked' : 'actsFor';
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: TSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Header {
  readonly description: string;
  readonly schema: { readonly type: 'string' | 'integer' };
}

interface JsonAnswer<Schema extends TSchema> extends Answer {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

/** An answer with a JSON body. */
export function json<Schema extends TSchema>(
  description: string,
  schema: Schema,
  headers?: Readonly<Record<string, Header>>,
): JsonAnswer<Schema> {
  return {
    description,
    ...(headers === undefined ? {} : { headers }),
    content: { 'application/json': { schema } },
  };
}

/** The headers of a list that comes in pages. */
export const toNextPage = {
  Link: {
    description: 'On a page that is not the last: the address of the next one, `rel="next"`',
    schema: { type: 'string' },
  },
} as const;

/** An answer without a body. */
export function empty(description: string): Answer {
  return { description };
}

const failureHeaders: Partial<Record<number, Readonly<Record<string, Header>>>> = {
  401: { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

/** The answers of these failures by status, with the catalogue's sentences as examples. */
export function failures(...codes: readonly ErrorCode[]): Readonly<Record<number, Answer>> {
  const byStatus: Record<number, Answer> = {};
  for (const status of new Set(codes.map((code) => errorCatalogue[code].status))) {
    const same = codes.filter((code) => errorCatalogue[code].status === status);
    const headers = failureHeaders[status];
    byStatus[status] = {
      description: same.map((code) => errorCatalogue[code].sentence).join('; '),
      ...(headers === undefined ? {} : { headers }),
      content: {
        'application/json': {
          schema: ErrorBody,
          examples: Object.fromEntries(
            same.map((code) => [code, { value: { error: errorCatalogue[code].sentence } }]),
          ),
        },
      },
    };
  }
  return byStatus;
}
