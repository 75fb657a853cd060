import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installTools } from '../../../../../packaging/install-tools.ts';
import { fileOfPart } from './package-parts.ts';

const folder = join(import.meta.dirname, '../../../libraries');
const require = createRequire(join(folder, 'package.json'));

/** The senders' libraries are no part of `npm ci`: together they have more files than everything else. */
export function installLibraries(): void {
  installTools(folder);
}

/**
 * One file of a sender's library, since many of them are large. Its type is what its documentation says.
 * @param file below `node_modules`
 */
export async function load<Exports>(file: string): Promise<Exports> {
  const part = fileOfPart(join(folder, 'node_modules/.parts'), file);
  const path = part ?? join(folder, 'node_modules', file);
  if (file.endsWith('.mjs') || file.startsWith('@octokit/') || file.startsWith('jose/'))
    return (await import(pathToFileURL(path).href)) as Exports;
  return require(path) as Exports;
}
