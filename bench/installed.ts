import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { median, milliseconds, report, reportLoad } from './figures.ts';
import { load, oneKilobyte } from './load.ts';
import { fromSource, startHookwell, visit } from './servers.ts';

/**
 * The installed command beside that of the repository: the time to the help and to "ready", durable captures a
 * second, and the memory that they take. Run: npm run bench:installed
 */
const repository = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-installed-'));
const packed = join(repository, `dist/packages/${packageJson.name}-${packageJson.version}.tgz`);
const rounds = { starts: 11, captures: 3 };
const seconds = 6;

/** `npx` adds no flags of Node's. */
const npx = ['npm', 'exec', '--yes', '--offline', `--package=${packed}`, '--', 'hookwell'];

try {
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('npm', ['install', '--offline', '--no-audit', packed], { cwd: folder });
  const bin = join(folder, 'node_modules/hookwell/bin/hookwell.cjs');
  const commands: [name: string, command: readonly string[]][] = [
    ['from source', fromSource],
    ['npm package', [...fromSource.slice(0, -1), bin]],
    ["npm package, Node's own flags", [process.execPath, bin]],
    ['executable', [join(repository, 'dist/hookwell')]],
  ];
  for (const [, command] of commands) help(command);
  await measure('hookwell --help', commands, async (command) => help(command));
  await measure('to "ready"', [...commands, ['npx', npx]], ready);
  for (let round = 0; round < rounds.captures; round += 1) {
    for (const [name, command] of commands) await capture(name, command);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** In turns, so that whatever else the machine does is everybody's. */
async function measure(
  what: string,
  commands: readonly [string, readonly string[]][],
  once: (command: readonly string[]) => Promise<number>,
): Promise<void> {
  const times = new Map(commands.map(([name]) => [name, [] as number[]]));
  for (let count = 0; count < rounds.starts; count += 1) {
    for (const [name, command] of commands) times.get(name)?.push(await once(command));
  }
  for (const [name, each] of times) {
    report(
      `${what}, ${name}`,
      `median ${milliseconds(median(each))}`,
      `best ${milliseconds(Math.min(...each))}`,
    );
  }
}

function help([program = '', ...words]: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(program, [...words, '--help'], { cwd: folder });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return performance.now() - began;
}

async function ready(command: readonly string[]): Promise<number> {
  const began = performance.now();
  const server = await startHookwell({ command });
  const time = performance.now() - began;
  await server.stop();
  return time;
}

async function capture(name: string, command: readonly string[]): Promise<void> {
  const server = await startHookwell({ command });
  const visitor = await visit(server);
  const before = server.memory();
  reportLoad(
    `captures, ${name}`,
    await load({ url: visitor.receiveUrl, connections: 64, seconds, body: oneKilobyte }),
  );
  report(
    `memory, ${name}`,
    `${before.toFixed(0)} MiB at first`,
    `${server.memory().toFixed(0)} MiB`,
  );
  await server.stop();
}
