import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** The package.json of the repository: the one place that names version, description and licence. */
export interface RepositoryManifest {
  name: string;
  version: string;
  description: string;
  license: string;
}

export function repositoryManifest(): RepositoryManifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/**
 * The origin that a published package names. npm publishes it only with a proof of that, so from the release
 * workflow, which knows the repository's name (GITHUB_REPOSITORY).
 */
export function publishing(directory?: string): Record<string, unknown> {
  const { GITHUB_REPOSITORY: repository } = process.env;
  return {
    ...(repository && {
      homepage: `https://github.com/${repository}#readme`,
      bugs: `https://github.com/${repository}/issues`,
      repository: {
        type: 'git',
        url: `git+https://github.com/${repository}.git`,
        ...(directory && { directory }),
      },
    }),
    publishConfig: { access: 'public', provenance: true },
  };
}
