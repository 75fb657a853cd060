import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    unknownAddress: {
      /** Answers a request for an address that no route has, or leaves it to the usual answer. */
      page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
    };
  }
}

/**
 * Answers requests that no route takes: 405 with `Allow` if a route takes another method of the path, else
 * 404, for which a page may stand in (`unknownAddress`). Neither asks for a credential. To be registered before
 * the routes, whose addresses it notes.
 */
export function registerMethodNotAllowed(app: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>();

  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
  });

  app.decorate('unknownAddress', {});

  app.setNotFoundHandler(async (request, reply) => {
    const path = segmentsOf(request.url.replace(/[?#].*$/s, ''));
    const allowed = new Set<string>();
    for (const [url, methods] of methodsByUrl) {
      if (matches(segmentsOf(url), path)) for (const name of methods) allowed.add(name);
    }
    const page = allowed.size === 0 ? app.unknownAddress.page?.(request, reply) : undefined;
    if (page !== undefined) return page;
    if (allowed.size === 0 || allowed.has(request.method)) throw new Refusal('notFound');
    reply.header('allow', [...allowed].sort().join(', '));
    throw new Refusal('methodNotAllowed');
  });
}

function segmentsOf(path: string): string[] {
  return path.split('/');
}

/** `:name` stands for one segment that is not empty, `*` for all that follow. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const wildcard = pattern.indexOf('*');
  if (wildcard === -1 ? pattern.length !== path.length : path.length <= wildcard) return false;
  return pattern
    .slice(0, wildcard === -1 ? undefined : wildcard)
    .every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]));
}
