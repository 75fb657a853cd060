import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isUnchanged } from '../http/header-values.ts';
import { Refusal } from '../refusal.ts';
import { readCurrentBuild, readShippedFile } from '../shipped-files.ts';

/** The folder in which `npm run build` leaves the packed command. */
export const packedCommand = new URL('../../../cli/dist/', import.meta.url);

/**
 * Hands out the command of exactly this version, an npm package that needs no other: `npx ORIGIN/hookwell.tgz?v=HASH listen`.
 *
 * npx runs what it installed from an address before, so the address that it is given has a hash of the content, which is the entity
 * tag without its quotes. Here `v` means nothing: in a page that was open during an upgrade, and in a script that was written
 * before it, the command that fits is the one of the service as it is now.
 *
 * All readers are sent the same bytes in memory, so that many slow ones take no more of it than one.
 */
export function commandPackageRoutes(folder: URL = packedCommand): FastifyPluginAsyncTypebox {
  return async (app) => {
    const content = await readCurrentBuild(folder, (build) =>
      readShippedFile(new URL('hookwell.tgz', build)),
    );
    const hash = content && createHash('sha256').update(content).digest('hex').slice(0, 32);

    app.route({
      method: 'GET',
      url: '/hookwell.tgz',
      config: { credentials: 'none' },
      handler: (request, reply) => {
        if (content === undefined) throw new Refusal('notFound', { sentence: notBuilt });
        const etag = `"${hash}"`;
        reply.headers({ 'cache-control': 'public, no-cache', etag });
        if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type('application/gzip').send(content);
      },
    });
  };
}

const notBuilt =
  'This service was started without its command packed: "npm run build" in its folder packs it, for the next start';
