import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.ts';

/** Installs packed packages in a folder, with npm and without a network: they need nobody else's. */
export function installInto(folder: string, tarballs: readonly string[]): void {
  // Without it npm looks for a project in the folders above.
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(folder, ['install', ...options, ...tarballs]);
}
