import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleModules } from './bundle.ts';
import { currentDashboard } from './dashboard.ts';
import { thirdPartyTexts } from './licences.ts';
import { publishing, repositoryManifest, root } from './repository.ts';

/** The launcher, and the least Node, which the launcher of the repository asks for as well. */
const launcherFiles = ['packaging/bin/hookwell.cjs', 'packages/cli/bin/least-node.cjs'];

/**
 * Makes the folder that is packed as `hookwell`: the server, the dashboard and the command, which depend on
 * nothing but Node.
 */
export async function makePackageFolder(folder: string): Promise<void> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const file of launcherFiles) {
    copyFileSync(join(root, file), join(folder, 'bin', file.replace(/^.*\//, '')));
  }
  const { files, modules } = await bundleModules(join(folder, 'lib'));
  const dashboard = currentDashboard(files);
  for (const [name, path] of dashboard.files) copyInto(join(folder, 'files'), name, path);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  const texts = thirdPartyTexts([...modules, ...files.values()], dashboard.licences);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), texts);
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
    ...publishing(),
    type: 'module',
    bin: { hookwell: 'bin/hookwell.cjs' },
    // A command, and nothing that a program could import.
    exports: { './package.json': './package.json' },
    engines: { node: leastNodeRange() },
  };
}

/** The launcher refuses the Nodes that are not in this range. */
function leastNodeRange(): string {
  const load = createRequire(import.meta.url);
  const { leastNode }: { leastNode: { range: string } } = load(
    join(root, 'packages/cli/bin/least-node.cjs'),
  );
  return leastNode.range;
}
