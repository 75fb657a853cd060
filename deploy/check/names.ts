import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryManifest } from '../../packaging/repository.ts';
import { problems, root } from './report.ts';

const { name, version } = repositoryManifest();

/** The places outside of package.json that name a version or the image, since no program reads it there for them. */
const places = [
  { file: 'deploy/compose.yaml', named: /^x-node:.*\n(?: .*\n)*? +image: (.+)$/gm, as: name },
  {
    file: 'deploy/kubernetes/hookwell.yaml',
    named: /^ +image: registry\.example\.com\/(.+)$/gm,
    as: `${name}:${version}`,
  },
  ...['docs/installing.md', 'docs/ci.md'].map((file) => ({
    file,
    named: /\bhookwell(?:-client)?-(\d\S*)\.tgz/g,
    as: version,
  })),
  { file: '.github/workflows/release.yml', named: /^ +images: [^/\n]+\/(.+)$/gm, as: name },
];

/** Name and version come from the package.json of the repository: every place that repeats them must agree. */
export function checkNames(): void {
  for (const { file, named, as } of places) {
    const found = Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(named),
      ([, it]) => it,
    );
    if (found.length === 0) problems.push(`${file}: it must name ${as}`);
    for (const other of found) {
      if (other !== as) problems.push(`${file}: it names ${other}, but package.json has ${as}`);
    }
  }
}
