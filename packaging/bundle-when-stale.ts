/**
 * Bundles the command and the server as the published package has them, unless they were bundled from the same sources
 * before. `npm start` and the tests run them. Prints their folder, and nothing where the bundler is not installed, as without
 * development dependencies. Runs at the same time do not disturb each other.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stampOf } from '../packages/web/scripts/stamp.ts';
import { bundledSources } from './bundled-sources.ts';
import { bundlerOf } from './installed-bundler.ts';

const root = join(import.meta.dirname, '..');
/** Not below `node_modules`: `npm ci` would take the files of a running server away. */
const place = join(root, 'dist/start');

const sources = [...bundledSources, 'packaging/bundle-when-stale.ts'];

/** No run of the tests takes as long, so that an older bundle is not in use. */
const longestRunMs = 24 * 3_600_000;

const { notedBundle }: { notedBundle: () => string | undefined } = createRequire(import.meta.url)(
  '../packages/cli/bin/built.cjs',
);

const stamp = stampOf(root, sources);
// The links in a bundle are absolute: a clone that was moved or copied needs its own.
const folder = join(
  place,
  createHash('sha256').update(`${root}\n${stamp}`).digest('hex').slice(0, 16),
);
if (existsSync(folder) || (await bundle())) {
  try {
    // The time of its last use.
    utimesSync(folder, new Date(), new Date());
    for (const name of readdirSync(place)) removeUnused(join(place, name));
  } catch {
    // Another start removes the same folders, or nothing can be written here.
  }
  process.stdout.write(folder);
}

/** @returns whether the bundler is there */
async function bundle(): Promise<boolean> {
  // Only now, since it loads the bundler.
  const bundler = await bundlerOf(() => import('./bundle.ts'));
  if (bundler === undefined) return false;
  const draft = join(place, `building-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(join(draft, 'bin'), { recursive: true });
  copyFileSync(join(root, 'packaging/bin/hookwell.cjs'), join(draft, 'bin/hookwell.cjs'));
  copyFileSync(join(root, 'packages/cli/bin/least-node.cjs'), join(draft, 'bin/least-node.cjs'));
  const server = join(root, 'packages/server/src/main.ts');
  const { files } = await bundler.bundleModules(join(draft, 'lib'), { main: bundler.main, server });
  for (const [name, path] of files) bringAlong(path, join(draft, 'files', name));
  writeFileSync(join(draft, 'package.json'), '{ "type": "module" }\n');
  if (stampOf(root, sources) !== stamp) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error('The sources changed while they were bundled');
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another run has made the same bundle meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

/** The dashboard and the command may be built later, or again: so folders are linked. */
function bringAlong(path: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (/[/\\]$/.test(path)) symlinkSync(path, target, 'junction');
  else copyFileSync(path, target);
}

function removeUnused(folder: string): void {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.NaN };
  if (!(Date.now() - mtimeMs > longestRunMs)) return;
  if (folder === notedBundle() || isRunning(folder)) return;
  rmSync(folder, { recursive: true, force: true });
}

/** Whether a server runs from it: `npm start` leaves a mark with the number of its process, see `start.cjs`. */
function isRunning(folder: string): boolean {
  const marks = readdirSync(folder).flatMap((name) => /^used-by-(\d+)$/.exec(name)?.[1] ?? []);
  return marks.some((pid) => isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
