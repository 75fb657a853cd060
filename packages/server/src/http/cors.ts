import { operations } from '@hookwell/core/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPreflight } from '../connections/request-target.ts';

/*
 * Programs in browsers may call the API with a key from any origin. Every origin is allowed by `*`,
 * which browsers never combine with cookies: other sites cannot use a session.
 */

const methods = new Set(['HEAD', ...Object.values(operations).map(({ method }) => method)]);

const preflightHeaders = {
  'access-control-allow-methods': [...methods].join(', '),
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
};

/** To be registered before the routes and before the hook that checks credentials. */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    allowAnyOrigin(request, reply);
    if (isApi(request) && isPreflight(request.raw)) {
      return reply.code(204).headers(preflightHeaders).send();
    }
  });
}

/** Sets the headers on the raw response: answers written past Fastify, like the live stream, need them too. */
export function allowAnyOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (!isApi(request)) return;
  reply.raw.setHeader('access-control-allow-origin', '*');
  reply.raw.setHeader(
    'access-control-expose-headers',
    'link, etag, retry-after, content-disposition, www-authenticate, allow',
  );
}

/** What a share shows is for its own page: an address that leaks is of no use to other sites. */
function isApi({ url, routeOptions }: FastifyRequest): boolean {
  if (routeOptions?.url === operations.getShared.url) return false;
  return /^\/api(?:[/?#]|$)/.test(url) && !/^\/api\/shared(?:[/?#]|$)/.test(url);
}

/** The headers that name the origin of a browser's request. Absent ones are `undefined`. */
interface RequestOrigin {
  secFetchSite: string | undefined;
  origin: string | undefined;
  host: string | undefined;
}

/**
 * Whether a request may act with the cookie that the browser added to it. `Sec-Fetch-Site` decides if it is
 * there (no page can forge it), else `Origin`, which must be the base URL's or have the host of the
 * request. A client that sends neither is no browser, so no foreign page can steer it.
 */
export function isOwnOrigin(request: RequestOrigin, baseUrl: string): boolean {
  const { secFetchSite, origin, host } = request;
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin' || secFetchSite === 'none';
  if (origin === undefined) return true;

  const from = URL.parse(origin);
  // An Origin is a scheme, a host and a port; `null` and lists of origins do not parse to that.
  if (from === null || from.origin !== origin.toLowerCase()) return false;
  if (from.protocol !== 'http:' && from.protocol !== 'https:') return false;
  if (from.origin === URL.parse(baseUrl)?.origin) return true;
  // Host gets the scheme of the Origin, so that a default port in it counts as no port. The schemes are not
  // compared: a proxy may have ended TLS.
  return host !== undefined && from.host === URL.parse(`${from.protocol}//${host}`)?.host;
}
