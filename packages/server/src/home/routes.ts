import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageHeaders } from '../http/security-headers.ts';
import type { Parts } from '../parts.ts';
import { isUnchanged, type PageFile, readPageFiles } from './page-files.ts';

/** Serves the first page at `/` and the files it is made of beside it. */
export function homeRoutes(parts: Pick<Parts, 'addresses'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const file of await readPageFiles()) addPageFile(file);

    function addPageFile(file: PageFile): void {
      app.route({
        method: 'GET',
        url: file.path,
        config: { credentials: 'none' },
        handler: async (request, reply) => {
          reply.headers({
            ...pageHeaders(parts.addresses),
            // Asked for again each time, answered 304: a new version shows at once.
            'cache-control': 'no-cache',
            etag: file.etag,
          });
          if (isUnchanged(request.headers['if-none-match'], file.etag))
            return reply.code(304).send();
          return reply.type(file.contentType).send(file.content);
        },
      });
    }
  };
}
