import { createHash } from 'node:crypto';
import { extname } from 'node:path';
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
