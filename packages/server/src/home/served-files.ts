import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ApiError } from '../api-error.ts';
import { isUnchanged } from '../http/header-values.ts';
import { readCurrentBuild, readShippedFile, shippedFilesIn } from '../shipped-files.ts';

/**
 * A file of the built dashboard, held in memory: there are some dozens, and they are small. So a build that takes the
 * place of this one changes nothing for a server that runs: the files that its pages name stay there.
 */
export interface DashboardFile {
  /** Its path in the build: `index.html`, `assets/main-1a2b3c4d.js`. */
  name: string;
  contentType: string;
  /** A page's text, cut where the nonce of each response goes; undefined if the file is no page. */
  aroundNonces: readonly string[] | undefined;
  /** The smallest first, the file as it is last. */
  representations: Representation[];
}

/** A file's bytes in one content coding (RFC 9110, 8.4.1); without one, as they are. */
export interface Representation {
  coding: 'br' | 'gzip' | undefined;
  content: Buffer;
  /** A strong validator (RFC 9110, 8.8.3), from the content. */
  etag: string;
}

/** The folder in which `npm run build` leaves its builds. */
export const builtDashboard = new URL('../../../web/dist/', import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Stands in the pages of a build for the nonce of their scripts and styles: `vite.config.ts` puts it there. */
const noncePlace = 'NONCE-OF-THIS-RESPONSE';

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Every file of the current build; undefined if nothing was built yet. */
export async function readDashboard(folder: URL): Promise<DashboardFile[] | undefined> {
  return await readCurrentBuild(folder, readBuild);
}

async function readBuild(folder: URL): Promise<DashboardFile[]> {
  const names = await shippedFilesIn(folder);
  const present = new Set(names);
  const isCompressed = (name: string): boolean =>
    codings.some(([, suffix]) => name.endsWith(suffix) && present.has(name.slice(0, -3)));
  return await Promise.all(
    names
      .filter((name) => !isCompressed(name))
      .map(async (name) => {
        const asItIs = await readRepresentation(addressIn(folder, name), undefined);
        const compressed = codings
          .filter(([, suffix]) => present.has(name + suffix))
          .map(([coding, suffix]) => readRepresentation(addressIn(folder, name + suffix), coding));
        return {
          name,
          contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
          aroundNonces: name.endsWith('.html')
            ? asItIs.content.toString().split(noncePlace)
            : undefined,
          representations: [...(await Promise.all(compressed)), asItIs],
        };
      }),
  );
}

/** The names are files', not addresses: they may hold anything. */
function addressIn(folder: URL, name: string): URL {
  return new URL(name.split('/').map(encodeURIComponent).join('/'), folder);
}

async function readRepresentation(
  file: URL,
  coding: Representation['coding'],
): Promise<Representation> {
  const content = await readShippedFile(file);
  const hash = createHash('sha256').update(content).digest('base64url');
  return { coding, content, etag: `"${hash.slice(0, 22)}"` };
}

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
        if (content === undefined) throw new ApiError('notFound', { sentence: notBuilt });
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
