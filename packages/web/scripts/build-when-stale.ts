/**
 * Builds the dashboard if anything that it is made of has changed since the last build; `npm start`,
 * `npm run build` and the tests run this first. Where it cannot be built, the build from before stays the
 * current one and the exit code is 1.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '@hookwell/contract/error-message';
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
    // Sources that changed in the meantime: whatever this build is made of, it is not the next one's.
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
  // Whoever runs the tests has another one, and would get React's slower development version.
  process.env.NODE_ENV = 'production';
  // Only now: what is fresh needs none of it, and an installation without development dependencies has none.
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
