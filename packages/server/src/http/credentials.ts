import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateSession } from '../accounts/public.ts';
import { authenticateKey } from '../keys/public.ts';
import type { Parts } from '../parts.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import { isOwnOrigin } from './origin-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which credentials the route takes; every route says so. */
    credentials?: 'none' | 'session' | 'sessionOrKey';
    /**
     * Whether it changes something, and so must come from our own origin where a cookie counts. Where
     * it is not said, the method tells.
     */
    changes?: boolean;
  }
}

/**
 * Decides for every route, before its body is read, who calls and whether the call may act. Call this
 * on the root before any route is added: a route that does not say which credentials it takes
 * fails the start.
 */
export function requireCredentials(app: FastifyInstance, parts: Parts): void {
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
      // Register, log in and guest say that they change something: they hand out a cookie.
      if (changes) checkOrigin(request, parts);
      return;
    }

    const secret = credentials === 'sessionOrKey' ? bearerToken(request) : undefined;
    request.caller =
      secret === undefined
        ? await callerBySession(parts, request, reply, changes ?? !isSafe(request.method))
        : await authenticateKey(parts, secret);
    if (request.caller === undefined) throw new ApiError('unauthenticated');
  });
}

async function callerBySession(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  changes: boolean,
): Promise<Caller | undefined> {
  if (request.headers.cookie === undefined) return undefined;
  if (changes) checkOrigin(request, parts);
  return await authenticateSession(parts, request, reply);
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function checkOrigin(request: FastifyRequest, parts: Parts): void {
  const { origin, host, 'sec-fetch-site': secFetchSite } = request.headers;
  const facts = { secFetchSite: secFetchSite?.toString(), origin, host };
  if (!isOwnOrigin(facts, parts.addresses.base)) throw new ApiError('foreignOrigin');
}

/** The credential of the Bearer scheme (RFC 6750); other schemes belong to proxies on the way, not to us. */
function bearerToken(request: FastifyRequest): string | undefined {
  const header = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  // A Bearer header without a token is a key that is missing, not the absence of one.
  return header === null ? undefined : (header[1] ?? '');
}
