import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leastClientNode } from '../packages/cli/bin/least-node.cjs';
import { type Bundle, bundleModules, main } from './bundle.ts';
import { currentBuilds } from './current-builds.ts';
import { commandTexts, thirdPartyTexts } from './licences.ts';
import { publishing, repositoryManifest, root } from './repository.ts';

/** The launcher, and the least Node, which the launcher of the repository asks for as well. */
const launcherFiles = ['packaging/bin/hookwell.cjs', 'packages/cli/bin/least-node.cjs'];
const handedOut = join(root, 'packages/cli/src/handed-out.ts');
const languageParts = join(root, 'packages/cli/src/language-parts.ts');
/** The commands that talk to a service run on this Node. */
const target = 'node20.16';

/**
 * Makes the folder that is packed as `hookwell`: the server, the dashboard and the command, which depend on
 * nothing but Node.
 */
export async function makePackageFolder(folder: string): Promise<void> {
  const { files, modules } = await makeProgram(folder, main);
  const builds = currentBuilds(files);
  for (const [name, path] of builds.files) copyInto(join(folder, 'files'), name, path);
  writeManifest(folder, { ...manifest(), ...publishing() });
  copyFileSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  const texts = thirdPartyTexts([...modules, ...files.values()], builds.licences);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), texts);
}

/**
 * Makes the folder that services hand out: the command for everybody, in one package of the same name.
 * @throws {Error} if the command has files beside its code
 */
export async function makeCommandFolder(folder: string): Promise<void> {
  const { files, modules } = await makeProgram(folder, handedOut);
  const [file] = files.values();
  if (file !== undefined) throw new Error(`The command that services hand out lacks ${file}`);
  // A service hands it out, and nobody else.
  writeManifest(folder, { ...manifest(), private: true });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), commandTexts(modules));
}

/** The launcher, the program behind it and our own terms. */
async function makeProgram(folder: string, program: string): Promise<Bundle> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const file of launcherFiles) {
    copyFileSync(join(root, file), join(folder, 'bin', file.replace(/^.*\//, '')));
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const programs = { main: program, 'language-parts': languageParts };
  return await bundleModules(join(folder, 'lib'), programs, target);
}

function writeManifest(folder: string, content: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function copyInto(folder: string, name: string, path: string): void {
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target);
}

function manifest() {
  const { name, version, description, license } = repositoryManifest();
  return {
    name,
    version,
    description,
    keywords: ['webhook', 'webhooks', 'webhook-receiver', 'request-bin', 'http', 'mcp', 'testing'],
    license,
    type: 'module',
    bin: { hookwell: 'bin/hookwell.cjs' },
    // A command, and nothing that a program could import.
    exports: { './package.json': './package.json' },
    engines: { node: leastClientNode.range },
  };
}
