import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, 'try-mutations.ts');
/** A variant may turn in circles: then the program is ended. */
const longestMs = 600_000;

/** Runs `try-mutations.ts` with these words; gives its exit code and what it printed. */
export async function tryMutations(
  words: readonly string[],
): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}
