import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installTools } from '../install-tools.ts';
import { repositoryManifest, root } from '../repository.ts';
import { installInto } from './install.ts';
import { isLeastNodesMachine, leastNodeFolder } from './least-node.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder where nothing but the two packages is installed. */
    installation: string;
    /** The path of the executable. */
    executable: string;
    /** The paths of the packed packages. */
    tarballs: { hookwell: string; client: string };
  }
}

/** Builds and packs everything as a release does, and installs the packages as their users do, if a test here is to run. */
export async function setup(project: TestProject): Promise<() => void> {
  if (!project.vitest.state.getPaths().some((path) => path.startsWith(import.meta.dirname))) {
    return () => {};
  }
  await run('packages/web/scripts/build-when-stale.ts');
  await run('packaging/command-when-stale.ts');
  const { version } = repositoryManifest();
  const packed = (name: string) => join(root, `dist/packages/${name}-${version}.tgz`);
  const tarballs = { hookwell: packed('hookwell'), client: packed('hookwell-client') };
  const installation = mkdtempSync(join(tmpdir(), 'hookwell-installation-'));
  const built = Promise.all([
    run('packaging/build-executable.ts'),
    run('packaging/build-packages.ts').then(() =>
      installInto(installation, Object.values(tarballs)),
    ),
  ]);
  // It keeps this process busy, not those that build.
  if (isLeastNodesMachine) installTools(leastNodeFolder);
  await built;
  project.provide('tarballs', tarballs);
  project.provide('installation', installation);
  const executable = process.platform === 'win32' ? 'hookwell.exe' : 'hookwell';
  project.provide('executable', join(root, 'dist', executable));
  return () => rmSync(installation, { recursive: true, force: true });
}

/** Runs a script of the repository to its end. */
async function run(script: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, script)], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${script} has failed`);
}
