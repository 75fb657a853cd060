import { operations } from '@hookwell/contract';
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
