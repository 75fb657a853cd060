import { execFileSync } from 'node:child_process';
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

/** Builds and packs everything as a release does, and installs the packages as their users do. */
export function setup(project: TestProject): () => void {
  if (isLeastNodesMachine) installTools(leastNodeFolder);
  for (const [script, ...words] of [
    ['packages/web/scripts/build-when-stale.ts'],
    ['packaging/build-packages.ts'],
    ['packaging/build-executable.ts'],
  ] as const) {
    execFileSync(process.execPath, [join(root, script), ...words], { stdio: 'inherit' });
  }
  const { version } = repositoryManifest();
  const packed = (name: string) => join(root, `dist/packages/${name}-${version}.tgz`);
  const tarballs = { hookwell: packed('hookwell'), client: packed('hookwell-client') };
  const installation = mkdtempSync(join(tmpdir(), 'hookwell-installation-'));
  installInto(installation, Object.values(tarballs));
  project.provide('tarballs', tarballs);
  project.provide('installation', installation);
  const executable = process.platform === 'win32' ? 'hookwell.exe' : 'hookwell';
  project.provide('executable', join(root, 'dist', executable));
  return () => rmSync(installation, { recursive: true, force: true });
}
