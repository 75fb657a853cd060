import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  name: string;
  version: string;
  license?: string;
  folder: string;
}

const head =
  'Hookwell is published under the terms in the file LICENSE. It has code of others inside, under these terms.\n';

const headOfPage = `
The page that describes the API is Swagger UI, Copyright SmartBear Software Inc., under the Apache License 2.0;
its text is below, with prom-client.
`;

/** One text with the terms of everybody whose code is inside. */
export function thirdPartyTexts(files: Iterable<string>, dashboard: string): string {
  const rule = '='.repeat(78);
  const server = `${rule}\nThe server and the command\n\n${licencesOf(files)}`;
  return `${head}${headOfPage}\n${server}\n${rule}\nThe dashboard\n\n${dashboard.trim()}\n`;
}

/** Such a text for the command alone. */
export function commandTexts(files: Iterable<string>): string {
  return `${head}\n${licencesOf(files)}`;
}

/**
 * The terms of the packages that these files belong to.
 * @throws {Error} if the terms of a package are not known
 */
function licencesOf(files: Iterable<string>): string {
  const packages = new Map<string, Package>();
  for (const file of files) {
    const folder = packageFolder(file);
    if (folder === undefined || packages.has(folder)) continue;
    packages.set(folder, { ...readManifest(folder), folder });
  }
  const sorted = [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map(section).join('\n');
}

/** Of a file in node_modules: the folder of its package. Of any other: undefined. */
function packageFolder(file: string): string | undefined {
  const path = file.replaceAll('\\', '/').replace(/^\0/, '');
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

function readManifest(folder: string): Omit<Package, 'folder'> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function section({ name, version, license, folder }: Package): string {
  const texts = globSync('{LICEN[CS]E,licen[cs]e,COPYING,OFL,NOTICE}*', { cwd: folder })
    .filter((file) => !/\.(js|ts|json)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} tells no terms`);
  const terms = texts.length > 0 ? texts.join('\n\n') : `It names its terms as ${license}.`;
  return `${'-'.repeat(78)}\n${name} ${version} (${license})\n\n${terms}\n`;
}
