import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { documentationPages } from './documentation/pages.ts';

/** The files and folders that a build of the dashboard depends on. The lock tells the versions of the bundled packages. */
const dashboardSources = [
  'package-lock.json',
  'tsconfig.json',
  'packages/core/package.json',
  'packages/core/src',
  'packages/core/scripts/bundled-parts.ts',
  'packages/client/package.json',
  'packages/client/src',
  'packages/web/package.json',
  'packages/web/tsconfig.json',
  'packages/web/vite.config.ts',
  'packages/web/index.html',
  'packages/web/resend.html',
  'packages/web/share.html',
  'packages/web/public',
  'packages/web/scripts/build-when-stale.ts',
  'packages/web/scripts/compress.ts',
  'packages/web/scripts/documentation',
  'packages/web/scripts/first-paint.ts',
  'packages/web/scripts/parts-list.ts',
  'docs/openapi.json',
  ...documentationPages.map(({ file }) => file),
  'packages/web/src',
];

/** A short text that stays the same as long as the names and contents of all sources do. */
export function stampOf(root: string, sources: readonly string[] = dashboardSources): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesAt(join(root, source)))) {
    const content = readFileSync(file);
    // The length keeps the end of one file from passing for the beginning of the next.
    hash
      .update(`${relative(root, file).replaceAll(sep, '/')}\n${content.length}\n`)
      .update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The file itself, all files of a folder in a fixed order, or none if the path does not exist. */
function filesAt(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
