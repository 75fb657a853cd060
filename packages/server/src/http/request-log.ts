import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Logs one line for each answered API request: its id, the route's pattern, status and duration. The
 * address itself (it has tokens), headers and bodies are never logged. The answer has the id too.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(answered(request, reply, reply.elapsedTime), 'answered');
  });
}

/**
 * Makes the same line for an answer that is taken out of Fastify's hands, to be called at its end. Nothing of the
 * request and the reply is kept for it.
 */
export function answerLine(request: FastifyRequest, reply: FastifyReply): () => void {
  const { log } = request.server;
  const started = performance.now() - reply.elapsedTime;
  const line = { reqId: request.id, ...answered(request, reply, 0) };
  return () =>
    log.info({ ...line, milliseconds: Math.round(performance.now() - started) }, 'answered');
}

function answered(request: FastifyRequest, { statusCode }: FastifyReply, elapsedMs: number) {
  return {
    method: request.method,
    route: request.routeOptions.url,
    status: statusCode,
    milliseconds: Math.round(elapsedMs),
  };
}
