import {
  type OperationConfig,
  type OperationName,
  operations,
  type Role,
  roles,
} from '@hookwell/core/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOf } from '../account-kind.ts';
import { ApiError } from '../api-error.ts';
import { changingFor } from '../database/transaction.ts';
import type { Addresses, Parts } from '../parts.ts';
import type { Caller, Credential } from './caller.ts';
import { isOwnOrigin } from './cors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credentials that the route takes; every route names them. */
    credentials?: 'none' | 'session' | 'sessionOrKey';
    /**
     * Whether the route changes something: a cookie then counts only if the request comes from our own
     * origin. By default all methods but GET and HEAD change something.
     */
    changes?: boolean;
    leastRole?: OperationConfig['leastRole'];
    audit?: OperationConfig['audit'];
    account?: OperationConfig['account'];
    /** The operation ends the caller's session itself: it is not looked for at the end. */
    endsSession?: boolean;
  }
  interface FastifyInstance {
    /**
     * Refuses a caller whose session, key or role has ended since the request was let in. For what was waited for.
     * @throws {ApiError} `unauthenticated`, `notFound`, `roleTooLow`
     */
    refuseEnded(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** Of requests that change something: from now on nothing is made in their caller's name. */
    endChanges: (() => void) | undefined;
  }
}

/** The recognition of callers. The layers of sessions and keys stand above this one, so `app.ts` hands it in. */
export interface Authenticators {
  /** The caller that the session cookie names; undefined without a live session. */
  session(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined>;
  /** The caller that an API key names; undefined if there is no such key. */
  key(secret: string): Promise<Caller | undefined>;
  /** Whether a credential no longer counts. */
  hasEnded(credential: Credential): Promise<boolean>;
  /** A team, and the role in it of a member; undefined for whoever is none. */
  membership(teamId: number, accountId: number): Promise<Membership | undefined>;
}

/** The id of an account as it stands in addresses. */
export const accountIdForm = /^[1-9]\d{0,14}$/;

type Membership = Pick<Caller, 'account' | 'role'>;

/**
 * Decides for every route, before its body is read, which account calls and whether the call may act.
 * To be called on the root before any route is added: a route that does not name the credentials it
 * takes fails the start.
 */
export function requireCredentials(
  app: FastifyInstance,
  {
    addresses,
    parties,
    store,
  }: Pick<Parts, 'addresses' | 'parties'> & { store: Pick<Parts['store'], 'db'> },
  authenticate: Authenticators,
): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('endChanges', undefined);
  app.decorate('refuseEnded', refuseEnded);

  app.addHook('onRoute', (route) => {
    if (route.config?.credentials === undefined) {
      throw new Error(
        `The route ${route.method} ${route.url} does not say which credentials it takes`,
      );
    }
    if (route.config.credentials !== 'none' && route.config.leastRole === undefined) {
      throw new Error(`Nothing says which role ${route.method} ${route.url} needs`);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const { credentials, changes, account } = request.routeOptions.config;

    if (credentials === 'none') {
      if (account === 'isRefused') refuseAccount(request);
      // Registering, logging in and beginning as a guest change something: they hand out a cookie.
      if (changes) checkOrigin(request, addresses);
      return;
    }

    const secret = credentials === 'sessionOrKey' ? bearerToken(request) : undefined;
    if (secret !== undefined) {
      request.caller = await authenticate.key(secret);
    } else if (request.headers.cookie !== undefined) {
      if (changes ?? !isSafe(request.method)) checkOrigin(request, addresses);
      request.caller = await authenticate.session(request, reply);
    }
    if (request.caller === undefined) throw new ApiError('unauthenticated');
    request.caller = await actingFor(request, request.caller, authenticate);
    refuseLowRole(request, request.caller);
    parties.noteAccount(request.caller.account);
  });

  // A body may come slowly, and a change waits for its turn.
  app.addHook('preHandler', async (request) => {
    if (!isSafe(request.method)) await refuseEnded(request);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { caller, routeOptions } = request;
    if (caller === undefined || isSafe(request.method) || routeOptions.config.endsSession)
      return done();
    const { account, person, credential } = caller;
    const isOwn = kindOf(account) !== 'team';
    const membership = isOwn
      ? undefined
      : { teamId: account.id, accountId: person.id, least: leastRoleFor(request) ?? 'viewer' };
    request.endChanges = changingFor(store.db, { credential, membership }, done);
  });
  app.addHook('onSend', async ({ endChanges }) => endChanges?.());

  async function refuseEnded(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    if (caller === undefined) return;
    if (await authenticate.hasEnded(caller.credential)) throw new ApiError('unauthenticated');
    if (kindOf(caller.account) !== 'team') return;
    const membership = await authenticate.membership(caller.account.id, caller.person.id);
    if (membership === undefined) throw new ApiError('notFound');
    request.caller = { ...caller, ...membership };
    refuseLowRole(request, request.caller);
  }
}

/**
 * Fails the start if an operation has no handler.
 * @param absent operations that this service does not have
 */
export function requireHandlers(app: FastifyInstance, absent: readonly OperationName[]): void {
  const handled = new Set<unknown>(absent);
  app.addHook('onRoute', ({ schema }) => {
    const { operationId }: { operationId?: unknown } = Object(schema);
    handled.add(operationId);
  });
  app.addHook('onReady', async () => {
    const missing = Object.keys(operations).filter((name) => !handled.has(name));
    if (missing.length > 0) throw new Error(`No route handles ${missing.join(', ')}`);
  });
}

/** The caller, for the account that the query names. */
async function actingFor(
  request: FastifyRequest,
  caller: Caller,
  authenticate: Authenticators,
): Promise<Caller> {
  const { account } = request.routeOptions.config;
  if (account === 'isRefused') refuseAccount(request);
  const id = accountInQuery(request);
  if (id === undefined || id === caller.account.id) return caller;
  const membership =
    caller.credential.kind === 'key'
      ? undefined
      : await authenticate.membership(id, caller.account.id);
  if (membership === undefined) throw new ApiError('notFound');
  return account === 'isChecked' ? caller : { ...caller, ...membership };
}

/** The account that the query names, if it does. A text that names none is unknown. */
function accountInQuery({ query }: FastifyRequest): number | undefined {
  const { account }: { account?: unknown } = Object(query);
  if (account === undefined) return undefined;
  if (Array.isArray(account)) throw invalidAccount('must be given once, and not as a list');
  if (!accountIdForm.test(String(account))) throw new ApiError('notFound');
  return Number(account);
}

function refuseAccount({ query }: FastifyRequest): void {
  if (Object.hasOwn(Object(query), 'account')) throw invalidAccount('means nothing here');
}

function invalidAccount(fault: string): ApiError {
  return new ApiError('invalidInput', { sentence: `account ${fault}` });
}

function refuseLowRole(request: FastifyRequest, { role }: Caller): void {
  const least = leastRoleFor(request);
  if (least !== undefined) requireRole(role, least);
}

/** The lowest role in a team with which the operation may be called for it; undefined if it acts for no team. */
export function leastRoleFor({ routeOptions }: FastifyRequest): Role | undefined {
  const { leastRole, account } = routeOptions.config;
  return leastRole === 'person' || account !== 'actsFor' ? undefined : leastRole;
}

/**
 * Refuses whose role in the team is lower.
 * @throws {ApiError} `roleTooLow`
 */
export function requireRole(role: Role, least: Role): void {
  if (roles.indexOf(role) < roles.indexOf(least)) throw new ApiError('roleTooLow');
}

/**
 * For a request that only sometimes changes something: refuses it if it comes with a cookie and not from our own origin.
 * @throws {ApiError} `foreignOrigin`
 */
export function refuseForeignOrigin(request: FastifyRequest, addresses: Addresses): void {
  if (request.caller?.credential.kind === 'session') checkOrigin(request, addresses);
}

/** Whether requests of this method only read. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function checkOrigin(request: FastifyRequest, addresses: Addresses): void {
  const { origin, host, 'sec-fetch-site': secFetchSite } = request.headers;
  const facts = { secFetchSite: secFetchSite?.toString(), origin, host };
  if (!isOwnOrigin(facts, addresses.base)) throw new ApiError('foreignOrigin');
}

/** The credential of the Bearer scheme (RFC 6750). Other schemes are meant for proxies on the way. */
function bearerToken(request: FastifyRequest): string | undefined {
  const header = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  // A Bearer header without a token is a wrong key: the cookie does not count then.
  return header === null ? undefined : (header[1] ?? '');
}
