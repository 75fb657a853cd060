import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { root } from './repository.ts';

/** The files and threads that Hookwell's code finds by an address: its imports do not tell of them. */
export interface Found {
  /** Files and folders that come along, by the names that they get. */
  files: Map<string, string>;
  /** The entry files of threads, by the names that they get. */
  threads: Map<string, string>;
}

/** The addresses of these in the bundle, as expressions. */
export interface NewAddresses {
  file(name: string): string;
  thread(name: string): string;
}

const sources = join(root, 'packages');

/** An address of a file or of a thread's program, by its path from the module or from a package. */
export const address =
  /new URL\(\s*'(?<path>[^']+)',\s*import\.meta\.(?:url|resolve\('(?<package>[^']+)'\))\s*,?\s*\)/g;

/**
 * Gives every `new URL(…, import.meta.url)` of the sources, and those below a package's address, the place that
 * it has in the bundle. Any other use of the address of a module fails the build: it would lead nowhere.
 */
export function ownAddresses(found: Found, addresses: NewAddresses): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta')) return;
      if (code.replaceAll(address, '').includes('import.meta')) {
        throw new Error(`${id}: this use of import.meta is not packed`);
      }
      const moved = code.replaceAll(address, (_whole, path: string, name: string | undefined) => {
        const base = name === undefined ? pathToFileURL(id).href : import.meta.resolve(name);
        return place(fileURLToPath(new URL(path, base)));
      });
      return { code: moved, map: null };
    },
  };

  function place(path: string): string {
    if (path.endsWith('.ts')) {
      const name = basename(path, '.ts');
      return addresses.thread(keep(found.threads, name, path));
    }
    const name = relative(root, path)
      .replaceAll('\\', '/')
      .replace(/^.*node_modules\/|^packages\//, '');
    return addresses.file(`${keep(found.files, name, path)}${/[/\\]$/.test(path) ? '/' : ''}`);
  }
}

function keep(known: Map<string, string>, name: string, path: string): string {
  const other = known.get(name);
  if (other !== undefined && other !== path)
    throw new Error(`${path} and ${other} are both ${name}`);
  known.set(name, path);
  return name;
}
