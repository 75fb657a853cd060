import type { FastifyInstance } from 'fastify';
import { closeLingering, shortLinger } from './lingering-close.ts';

/**
 * Bounds what is read of a body once its request has been answered, with 401 for example: Node reads it on
 * to use the connection again. Bodies of this API are short, so what takes longer than a moment is cut off.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw: request }) => {
    if (request.complete) return;
    const late = setTimeout(() => {
      if (!request.complete && !request.destroyed) closeLingering(request.socket, shortLinger);
    }, shortLinger);
    request.once('close', () => clearTimeout(late));
  });
}
