import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import type { AuditAction } from './audit.ts';
import { ErrorBody, type ErrorCode, errorCatalogue } from './errors.ts';
import { type OperationName, routes } from './routes.ts';

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
    readonly response: Readonly<Record<number, OperationResponse>>;
  };
  /** The most bytes of a body; absent if the limit of all API bodies serves. */
  readonly bodyLimit?: number;
  readonly config: OperationConfig;
}

export interface OperationConfig {
  /** The credentials that the operation takes: none, a session, or a session or an API key. */
  readonly credentials: 'none' | 'session' | 'sessionOrKey';
  /**
   * The least role in a team that the operation needs; `person` where it is about whoever calls, or about nobody, whatever the
   * team. Of an operation at `/api/teams/:id` the role in that team counts.
   */
  readonly leastRole: Role | 'person';
  /** What the audit says once the operation has succeeded; absent if it only reads, or tells the audit in another way. */
  readonly audit?: AuditAction;
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

/** The description of an operation: all else follows from it, and from its route. */
interface Described extends Inputs, Pick<Operation, 'bodyLimit'>, Pick<OperationConfig, 'audit'> {
  readonly summary: string;
  readonly description: string;
  /** Those of success. */
  readonly answers: Operation['schema']['response'];
  /** Beside those of its credentials, its method, its query and its body. */
  readonly failures?: readonly ErrorCode[];
  /** All of them, where the usual ones cannot be. */
  readonly onlyFailures?: readonly ErrorCode[];
  readonly optionalBody?: boolean;
}

/** Whatever takes a credential says which role it needs. */
type Description = Described &
  (
    | { readonly credentials: 'none'; readonly leastRole?: undefined }
    | {
        readonly credentials: 'session' | 'sessionOrKey';
        readonly leastRole: OperationConfig['leastRole'];
      }
  );

type OperationOf<Name extends OperationName, From> = Omit<
  Operation,
  'method' | 'url' | 'schema' | 'config'
> &
  ((typeof routes)[Name] extends `${infer Method extends Operation['method']} ${infer Url}`
    ? { readonly method: Method; readonly url: Url }
    : never) & {
    readonly schema: Omit<Operation['schema'], keyof Inputs | 'response'> &
      Pick<From, Extract<keyof From, keyof Inputs>> & {
        readonly response: From extends { answers: infer Answers } ? Answers : never;
      };
    readonly config: OperationConfig & {
      readonly leastRole: From extends { leastRole: infer Least } ? Least : 'person';
    };
  };

/** The operations under a tag, each by its id. All but those that only read change something. */
export function operationsOf<const All extends { readonly [Name in OperationName]?: Description }>(
  tag: Tag,
  all: All,
): { readonly [Name in keyof All & OperationName]: OperationOf<Name, All[Name]> } {
  const entries = Object.entries(all).map(([id, one]) => {
    // The names are those of routes, as the type says.
    const name = id as OperationName;
    return [name, operationFrom(name, tag, one)];
  });
  // Each is made of the one of its id: the compiler cannot follow the entries.
  return Object.fromEntries(entries) as {
    [Name in keyof All & OperationName]: OperationOf<Name, All[Name]>;
  };
}

function operationFrom(operationId: OperationName, tag: Tag, from: Description): Operation {
  const [method, url] = routes[operationId].split(' ') as [Operation['method'], string];
  const { bodyLimit, credentials, leastRole = 'person', audit, optionalBody, ...others } = from;
  const { summary, description, answers, failures: own = [], onlyFailures, ...inputs } = others;
  const changes = method !== 'GET';
  const account = accountIn(method, url, credentials);
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
      leastRole,
      ...(audit && { audit }),
      ...(changes && { changes }),
      ...(optionalBody && { optionalBody }),
      ...(account && { account }),
    },
  };
}

/** Of sessions and passwords nothing is a team's but the principal. The addresses of teams name the team themselves. */
function accountIn(
  method: string,
  url: string,
  credentials: OperationConfig['credentials'],
): OperationConfig['account'] {
  if (url.startsWith('/api/auth/'))
    return method === 'GET' && url === '/api/auth/me' ? 'actsFor' : 'isRefused';
  if (credentials === 'none') return undefined;
  return /^\/api\/(?:teams|invitations)(?:\/|$)/.test(url) ? 'isChecked' : 'actsFor';
}

export interface OperationResponse {
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

interface JsonAnswer<Schema extends TSchema> extends OperationResponse {
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

/** A schema whose values the server has as finished text, a stream or bytes; readers get what it describes. */
export interface Written<Schema extends TSchema> extends TUnsafe<unknown> {
  readonly '~written': Schema;
}

export function written<Schema extends TSchema>(schema: Schema): Written<Schema> {
  // What readers get is known to the compiler alone.
  return Type.Unsafe<unknown>(schema) as Written<Schema>;
}

/** The value that a schema describes to the client; `never` if it is none. */
export type ValueOf<Schema> =
  Schema extends Written<infer Read>
    ? Static<Read>
    : Schema extends TSchema
      ? Static<Schema>
      : never;

/** The headers of a list that comes in pages. */
export const toNextPage = {
  Link: {
    description: 'On a page that is not the last: the address of the next one, `rel="next"`',
    schema: { type: 'string' },
  },
} as const;

/** An answer without a body. */
export function empty(description: string): OperationResponse {
  return { description };
}

const failureHeaders: Partial<Record<number, Readonly<Record<string, Header>>>> = {
  401: { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
};

/** The answers of these failures by status, with the catalogue's sentences as examples. */
export function failures(
  ...codes: readonly ErrorCode[]
): Readonly<Record<number, OperationResponse>> {
  const byStatus: Record<number, OperationResponse> = {};
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

/** What a member of a team may do: each role includes those before it. */
export const roles = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof roles)[number];

export const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...roles] });

/** The least role for what an operation does or gives for some of its callers alone. */
export const leastRoleOfParts = {
  /** The subscription in `getPrincipal`, addresses to pay at in `listPlans`. */
  payments: 'owner',
  /** In `listApiKeys` and `deleteApiKey`. */
  keysOfOthers: 'owner',
  /** `answers` in `liveStream`, which delay senders. */
  liveAnswers: 'member',
} as const satisfies Readonly<Record<string, Role>>;
