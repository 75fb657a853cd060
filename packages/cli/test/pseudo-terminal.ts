import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { commandFile } from '../../server/test/programs/files.ts';
import type { Workplace } from './hookwell-process.ts';

/** Whether this machine has the `script` of util-linux, which runs a command on its own terminal. */
export const hasPseudoTerminal =
  process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

type Type = (keys: string) => void;

/** A text to wait for, and the answer to type or the work to do then, which may type too. */
export type Step = readonly [awaited: string, then: string | ((type: Type) => Promise<void>)];

/**
 * Runs the command on a terminal, step by step.
 * Gives everything that the terminal showed, and the exit code.
 */
export async function onTerminal(
  workplace: Workplace,
  words: readonly string[],
  steps: readonly Step[] = [],
): Promise<{ code: number | null; shown: string }> {
  return await runOnTerminal(workplace, [process.execPath, commandFile, ...words], steps);
}

/** Runs any other command on a terminal. */
export async function runOnTerminal(
  { folder, environment }: Workplace,
  command: readonly string[],
  steps: readonly Step[] = [],
): Promise<{ code: number | null; shown: string }> {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', SHELL: '/bin/sh', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const type = (keys: string) => void child.stdin.write(keys);
  let shown = '';
  let from = 0;
  const done: Promise<void>[] = [];
  const left = [...steps];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    for (let [step] = left; step !== undefined; [step] = left) {
      const at = shown.indexOf(step[0], from);
      if (at === -1) return;
      from = at + step[0].length;
      const [, then] = step;
      if (typeof then === 'string') type(then);
      else done.push(then(type));
      left.shift();
    }
  });
  const [code] = await once(child, 'close');
  await Promise.all(done);
  return { code, shown };
}
