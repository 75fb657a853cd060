/**
 * Builds the dashboard if its sources have changed since the last build. `npm start`, `npm run build` and the tests run
 * this first. If the build fails, the previous one stays the current one and the exit code is 1.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '@hookwell/core/api/error-message';
import { buildsIn } from './builds.ts';
import { stampOf } from './stamp.ts';

const root = join(import.meta.dirname, '../../..');
const builds = buildsIn(join(root, 'packages/web/dist'));

const stamp = stampOf(root);
if (builds.current() !== stamp) await build();

async function build(): Promise<void> {
  const began = performance.now();
  const folder = builds.begin();
  try {
    await buildInto(folder);
    // If the sources changed meanwhile, this build has another name, so that the next run builds again.
    builds.publish(folder, stampOf(root) === stamp ? stamp : `${stamp}-changed`);
    const seconds = (performance.now() - began) / 1000;
    console.log(`Hookwell: built the dashboard in ${seconds.toFixed(1)} s`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const state =
      builds.current() === undefined ? 'there is none yet' : 'the one from before stays in use';
    console.error(`hookwell: the dashboard cannot be built, ${state}.`);
    console.error(stripVTControlCharacters(errorMessage(error)).trim());
    process.exitCode = 1;
  }
  builds.clean();
}

async function buildInto(folder: string): Promise<void> {
  // The tests set another value, with which the build would have React's slower development version.
  process.env.NODE_ENV = 'production';
  // These are imported only now, since installations without development dependencies do not have them.
  const { build } = await import('vite');
  const { compressTexts } = await import('./compress.ts');
  await build({
    configFile: join(root, 'packages/web/vite.config.ts'),
    configLoader: 'native',
    logLevel: 'silent',
    build: { outDir: folder, emptyOutDir: true },
  });
  await compressTexts(folder);
}
