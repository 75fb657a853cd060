/**
 * Bundles the command and the server as the published package has them, unless they were bundled from the same sources
 * before. Prints their folder. Runs at the same time do not disturb each other.
 */
import { randomBytes } from 'node:crypto';
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
import { dirname, join } from 'node:path';
import { stampOf } from '../../../web/scripts/stamp.ts';

const root = join(import.meta.dirname, '../../../..');
const place = join(root, 'node_modules/.cache/hookwell-programs');

const rooms = [
  'bodies',
  'match',
  'senders',
  'signatures',
  'replies',
  'verdict',
  'setup',
  'contract',
  'client',
  'server',
  'cli',
];
/** The files and folders that the bundle depends on. */
const sources = [
  'package.json',
  'package-lock.json',
  'packaging/bin',
  'packaging/bundle.ts',
  'packaging/own-addresses.ts',
  'packages/cli/bin',
  'packages/server/test/programs',
  ...rooms.flatMap((room) => [`packages/${room}/package.json`, `packages/${room}/src`]),
];

/** No run of the tests takes as long, so that an older bundle is not in use. */
const longestRunMs = 24 * 3_600_000;

const folder = join(place, stampOf(root, sources));
if (!existsSync(folder)) await bundle();
// The time of its last use.
utimesSync(folder, new Date(), new Date());
for (const name of readdirSync(place)) removeUnused(join(place, name));
process.stdout.write(folder);

async function bundle(): Promise<void> {
  // Only now, since it loads the bundler.
  const { bundleModules } = await import('../../../../packaging/bundle.ts');
  const draft = join(place, `building-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(join(draft, 'bin'), { recursive: true });
  copyFileSync(join(root, 'packaging/bin/hookwell.cjs'), join(draft, 'bin/hookwell.cjs'));
  copyFileSync(join(root, 'packages/cli/bin/least-node.cjs'), join(draft, 'bin/least-node.cjs'));
  const server = join(root, 'packages/server/src/main.ts');
  const { files } = await bundleModules(join(draft, 'lib'), { server });
  for (const [name, path] of files) bringAlong(path, join(draft, 'files', name));
  writeFileSync(join(draft, 'package.json'), '{ "type": "module" }\n');
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another run has made the same bundle meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The dashboard may be built later, or again: so folders are linked. */
function bringAlong(path: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (/[/\\]$/.test(path)) symlinkSync(path, target, 'junction');
  else copyFileSync(path, target);
}

function removeUnused(folder: string): void {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.NaN };
  if (Date.now() - mtimeMs > longestRunMs) rmSync(folder, { recursive: true, force: true });
}
