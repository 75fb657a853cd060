/**
 * Packs the command as a service hands it out, `packages/cli/dist/BUILD/hookwell.tgz`, unless it was packed from the same sources
 * before. `npm start` and `npm run build` run it. Where the bundler is not installed, as without development dependencies,
 * nothing is made.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildsIn } from '../packages/web/scripts/builds.ts';
import { stampOf } from '../packages/web/scripts/stamp.ts';
import { bundledSources } from './bundled-sources.ts';
import { bundlerOf } from './installed-bundler.ts';

const root = join(import.meta.dirname, '..');
const file = 'hookwell.tgz';
const builds = buildsIn(join(root, 'packages/cli/dist'), file);
const stamp = stampOf(root, [
  ...bundledSources,
  'LICENSE',
  'packaging/command-package.ts',
  'packaging/command-when-stale.ts',
  'packaging/licences.ts',
  'packaging/package-folder.ts',
  'packaging/tarball.ts',
]);
if (builds.current() !== stamp) await pack();

async function pack(): Promise<void> {
  // Only now, since it loads the bundler.
  const packing = await bundlerOf(() => import('./command-package.ts'));
  if (packing === undefined) return;
  const folder = builds.begin();
  try {
    writeFileSync(join(folder, file), await packing.commandPackage());
    builds.publish(folder, stamp);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  builds.clean();
}
