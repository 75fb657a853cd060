import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, milliseconds, report } from './figures.ts';

/**
 * Measures the time until the command has printed its help: in its first run, and in later runs with the code that
 * Node compiled in the first one. Node alone is measured beside it, since no command can be faster.
 * Run: npm run bench:command-start
 */
const bin = fileURLToPath(new URL('../packages/cli/bin/hookwell.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hookwell-bench-start-'));
const environment = { PATH: process.env.PATH, HOME: folder, NODE_COMPILE_CACHE: folder };

try {
  const nodeAlone = ['--eval', '0'];
  const help = [bin, '--help'];
  const first = run(help);
  run(nodeAlone);
  const [warm, alone]: [number[], number[]] = [[], []];
  for (let count = 0; count < 20; count += 1) {
    warm.push(run(help));
    alone.push(run(nodeAlone));
  }
  report(
    'hookwell --help',
    `median of 20 ${milliseconds(median(warm))}`,
    `the first run ${milliseconds(first)}`,
    `node alone ${milliseconds(median(alone))}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(words: readonly string[]): number {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, words, { cwd: folder, env: environment });
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`);
  return performance.now() - began;
}
