import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startProcess } from '../server-process.ts';
import type { Hostile } from './hostile.ts';

const compileCache = fileURLToPath(
  new URL('../../../../node_modules/.cache/hookwell', import.meta.url),
);

/** A service with little memory: its heap may have 512 MiB, and everything together should stay below that. */
export function startAttackedServer(
  { environment, descriptors }: Pick<Hostile, 'environment' | 'descriptors'>,
  databaseUrl: string,
): Promise<ServerProcess> {
  return startProcess({
    databaseUrl,
    environment: {
      HOOKWELL_LOG_LEVEL: 'error',
      // What the neighbour sends within the measurement is not to be trimmed meanwhile.
      HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":100000}}',
      // As the command has it: without the compiler in it, the process is smaller.
      NODE_COMPILE_CACHE: compileCache,
      NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8',
      ...environment,
    },
    ...(descriptors !== undefined && {
      under: ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'],
    }),
  });
}

/** How often, in milliseconds, its memory is looked at. */
const lookEvery = 50;

/**
 * Watches the memory of a process, in MiB: what it holds of the machine's and nobody can take back (`RssAnon`; the
 * files that it has mapped, its own program among them, are not counted). `highest` is the most that was seen.
 */
export function watchMemory(pid: number): { readonly highest: number; stop(): void } {
  let highest = 0;
  const look = (): void => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      highest = Math.max(highest, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024);
    } catch {
      // It has ended: that shows elsewhere.
    }
  };
  const looks = setInterval(look, lookEvery);
  return {
    get highest() {
      look();
      return highest;
    },
    stop: () => clearInterval(looks),
  };
}
