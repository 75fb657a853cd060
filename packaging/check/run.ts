/** Runs a program of this folder's packages, which are installed before: `node packaging/check/run.ts publint FOLDER` */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '@hookwell/core/api/error-message';
import { installTools } from '../install-tools.ts';

const folder = import.meta.dirname;
const [name = '', ...words] = process.argv.slice(2);
try {
  installTools(folder);
  const { status, error } = spawnSync(process.execPath, [programOf(name), ...words], {
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}

/**
 * The script that the packages of the folder's package.json have for a program.
 * @throws {Error} if none of them has such a program
 */
function programOf(program: string): string {
  const { dependencies } = manifestIn(folder);
  for (const dependency of Object.keys(dependencies ?? {})) {
    const home = join(folder, 'node_modules', dependency);
    const { bin } = manifestIn(home);
    const script = typeof bin === 'string' ? { [dependency]: bin } : bin;
    if (script?.[program] !== undefined) return join(home, script[program]);
  }
  throw new Error(`packaging/check has no program ${JSON.stringify(program)}`);
}

interface Manifest {
  dependencies?: Record<string, string>;
  bin?: string | Record<string, string>;
}

function manifestIn(home: string): Manifest {
  return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
}
