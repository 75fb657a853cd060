import type { FastifyInstance } from 'fastify';

/**
 * Logs one line for each answered API request: its id, the route's pattern, status and time. Never
 * the address itself (it names tokens), a header or a body. The id goes out with the answer.
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
