import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses, Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from './caller.ts';
import { isOwnOrigin } from './origin-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The credentials that the route takes; every route names them. */
    credentials?: 'none' | 'session' | 'sessionOrKey';
    /**
     * Whether the route changes something: a cookie then counts only if the request comes from our own
     * origin. By default all methods but GET and HEAD change something.
     */
    changes?: boolean;
  }
}

/** The recognition of callers. The layers of sessions and keys stand above this one, so `app.ts` hands it in. */
export interface Authenticators {
  /** The caller that the session cookie names; undefined without a live session. */
  session(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined>;
  /** The caller that an API key names; undefined if there is no such key. */
  key(secret: string): Promise<Caller | undefined>;
}

/**
 * Decides for every route, before its body is read, which account calls and whether the call may act.
 * To be called on the root before any route is added: a route that does not name the credentials it
 * takes fails the start.
 */
export function requireCredentials(
  app: FastifyInstance,
  { addresses, parties }: Pick<Parts, 'addresses' | 'parties'>,
  authenticate: Authenticators,
): void {
  app.decorateRequest('caller', undefined);

  app.addHook('onRoute', (route) => {
    if (route.config?.credentials === undefined) {
      throw new Error(
        `The route ${route.method} ${route.url} does not say which credentials it takes`,
      );
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const { credentials, changes } = request.routeOptions.config;

    if (credentials === 'none') {
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
    if (request.caller === undefined) throw new Refusal('unauthenticated');
    parties.noteAccount(request.caller.account);
  });
}

/**
 * For a request that only sometimes changes something: refuses it if it comes with a cookie and not from our own origin.
 * @throws {Refusal} `foreignOrigin`
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
  if (!isOwnOrigin(facts, addresses.base)) throw new Refusal('foreignOrigin');
}

/** The credential of the Bearer scheme (RFC 6750). Other schemes are meant for proxies on the way. */
function bearerToken(request: FastifyRequest): string | undefined {
  const header = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  // A Bearer header without a token is a wrong key: the cookie does not count then.
  return header === null ? undefined : (header[1] ?? '');
}
