import type { FastifyInstance } from 'fastify';

/**
 * Logs one line for each answered API request: its id, the route's pattern, status and duration. The
 * address itself (it has tokens), headers and bodies are never logged. The answer has the id too.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
