/**
 * Holds the imports of all sources to the rules of dependency-cruiser.cjs. It fails where nothing was read, too: without a parser of
 * TypeScript, dependency-cruiser finds no import and reports that all is well.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../repository.ts';

const minDependencies = 5000;

const folders = [...globSync('packages/*/src', { cwd: root }), 'bench'];
const { stdout, status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...['--config', 'dependency-cruiser.cjs', ...folders],
  ],
  { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
console.log(stdout);
const read = Number(/(\d+) dependencies cruised/.exec(stdout)?.[1] ?? 0);
if (read < minDependencies) console.error(`Only ${read} imports were read`);
process.exitCode = status === 0 && read >= minDependencies ? 0 : 1;
