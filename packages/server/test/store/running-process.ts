import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A running `store-process.ts`; see there. */
export interface RunningProcess {
  /** Resolves with the output so far once it matches; rejects if the process ended before. */
  printed(pattern: RegExp): Promise<string>;
  /** The ids it has acknowledged so far. */
  acknowledged(): number[];
  /** The exit code and the output on standard error. */
  ended: Promise<{ code: number | null; errors: string }>;
  kill(): Promise<void>;
}

export function startProcess(
  url: string,
  mode: 'open' | 'serve' | 'append' | 'count',
): RunningProcess {
  const program = fileURLToPath(new URL('./store-process.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program, url, mode]);
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    child.emit('printed');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    child.emit('printed');
    return { code: code ?? null, errors };
  });
  return {
    ended,
    async printed(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${errors}`);
        await once(child, 'printed');
      }
      return output;
    },
    acknowledged: () => [...output.matchAll(/^(\d+)\n/gm)].map(([, id]) => Number(id)),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
