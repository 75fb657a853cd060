import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The files that come along, one by one, and the terms of the libraries in the dashboard. Of a folder of builds, the dashboard's and
 * the command's, the current one comes along alone: the folder has a file `current` that names it.
 */
export function currentBuilds(files: ReadonlyMap<string, string>): {
  files: Map<string, string>;
  licences: string;
} {
  const single = new Map<string, string>();
  for (const [name, path] of files) {
    if (!statSync(path).isDirectory()) {
      single.set(name, path);
      continue;
    }
    const build = readFileSync(join(path, 'current'), 'utf8').trim();
    for (const file of ['current', ...filesBelow(path, build)]) {
      single.set(`${name}/${file}`, join(path, file));
    }
  }
  const licences = [...single.values()].find((path) => basename(path) === 'licences.txt');
  if (licences === undefined) throw new Error('The dashboard is not among the files');
  return { files: single, licences: readFileSync(licences, 'utf8') };
}

function filesBelow(folder: string, build: string): string[] {
  return globSync(`${build}/**/*`, { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}
