import { basename, join } from 'node:path';
import type { Plugin } from 'vitest/config';
import { address } from '../../../../packaging/own-addresses.ts';

const sources = join(import.meta.dirname, '../../src/');

/**
 * Lets the servers within test workers start their threads from the bundle of the tests' programs (see files.ts): for each server
 * that a test starts, its two threads take 40 ms of processor time then instead of 90.
 */
export function bundledThreads(): Plugin {
  return {
    name: 'bundled-threads',
    // Addresses are replaced as the sources have them.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources)) return;
      const moved = code.replaceAll(address, (source, path: string) =>
        path.endsWith('.ts') ? bundledOr(source, basename(path, '.ts')) : source,
      );
      return moved === code ? undefined : { code: moved, map: null };
    },
  };
}

/** Decides when it runs: Vitest keeps what it transformed for later runs, whose bundle is another one. */
function bundledOr(source: string, name: string): string {
  const bundle = 'process.env.hookwell_test_programs';
  const url = "process.getBuiltinModule('node:url').pathToFileURL";
  return `(${bundle} ? ${url}(${bundle} + '/lib/${name}.js') : ${source})`;
}
