import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { baseImageProgram, neededPrograms, requirePrograms } from './needed-programs.ts';
import { environment, image, podman, run } from './podman.ts';

/** Builds the image, and before that what it is built on where this machine does not have it. */
export async function setup(): Promise<void> {
  requirePrograms(neededPrograms);
  const bases = { debian: 'debian:trixie-slim', node: 'node:26-trixie-slim' };
  const beside = { postgres: 'postgres:18', caddy: 'caddy:2' };
  for (const [name, tag] of Object.entries({ ...bases, ...beside })) {
    const found = spawnSync('podman', ['image', 'exists', `docker.io/library/${tag}`]);
    if (found.status === 0) continue;
    if (name === 'debian') requirePrograms([baseImageProgram]);
    await run(join(import.meta.dirname, 'base-images.sh'), [name], environment);
  }
  if (process.env.HOOKWELL_TEST_IMAGE) return;
  const files = ['--file', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore'];
  const here = ['--pull=never', '--network=host'];
  await podman('build', '--format', 'docker', ...here, ...files, '--tag', image, '.');
}
