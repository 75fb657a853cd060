/**
 * Installs packages that `npm ci` leaves out, since only a few checks and tests need them: those of a folder with a
 * package.json and a package-lock.json of its own. As a command: `node packaging/install-tools.ts FOLDER`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '@hookwell/core/api/error-message';
import { npm } from './npm.ts';
import { root } from './repository.ts';

/** Another process that installs the same is awaited for so long. */
const othersInstallMs = 600_000;

/** An unreachable registry is asked once more, and not for minutes. */
const options = [
  ...['--ignore-scripts', '--prefer-offline', '--fetch-retries=1'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
];

/**
 * Makes the folder's `node_modules` what its lock file names, unless they are that already. Any number of processes may
 * ask for that at once.
 * @throws {Error} if npm cannot install them, or the folder cannot be written, with the reason
 */
export function installTools(folder: string): void {
  const wanted = stampOf(folder);
  if (installed(folder) === wanted) return;
  const unlock = lock(folder);
  try {
    if (installed(folder) === wanted) return;
    console.error(`Hookwell: installing what ${nameOf(folder)} needs`);
    // An install that is cut off leaves no stamp, and so the next one begins anew.
    rmSync(stampFile(folder), { force: true });
    npm(folder, ['ci', ...options]);
    writeFileSync(stampFile(folder), wanted);
  } catch (error) {
    throw new Error(
      `The packages of ${nameOf(folder)} cannot be installed, which needs npm's registry: ${reasonOf(error)}`,
      { cause: error },
    );
  } finally {
    unlock();
  }
}

/**
 * SQLite locks a file in a way that ends with its process, however that ends.
 * @throws {Error} if the file cannot be locked, since the folder is read-only or another install takes too long
 */
function lock(folder: string): () => void {
  const file = join(folder, '.install.lock');
  try {
    const database = new DatabaseSync(file, { timeout: othersInstallMs });
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    throw new Error(`${nameOf(folder)}/.install.lock cannot be locked: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** Packages differ between platforms. */
function stampOf(folder: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

function stampFile(folder: string): string {
  return join(folder, 'node_modules/.installed-from');
}

function installed(folder: string): string | undefined {
  try {
    return readFileSync(stampFile(folder), 'utf8');
  } catch {
    return undefined;
  }
}

function nameOf(folder: string): string {
  return relative(root, folder).replaceAll('\\', '/');
}

/** The lines that npm writes about its failure, without the place of its log and the stack. */
function reasonOf(error: unknown): string {
  const written = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = written.matchAll(/^npm error (?!A complete log|[\s}])(.+)$/gm);
  return Array.from(lines, ([, line]) => line).join('; ') || errorMessage(error);
}

if (import.meta.main) {
  try {
    for (const folder of process.argv.slice(2)) installTools(resolve(root, folder));
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}
