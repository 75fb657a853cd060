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
      // The retention must not trim the neighbour's captures during the measurement.
      HOOKWELL_PLANS: '{"free":{"requestsPerEndpoint":100000}}',
      // The command sets it as well: without the compiler the process is smaller.
      NODE_COMPILE_CACHE: compileCache,
      NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8 --v8-pool-size=0',
      ...environment,
    },
    ...(descriptors !== undefined && {
      under: ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'],
    }),
  });
}

const lookEveryMs = 50;

/**
 * Watches the memory of a process, in MiB: the memory that it holds and the kernel cannot reclaim (`RssAnon`; mapped
 * files, its own program among them, are not counted). `highest` is the most that was seen.
 */
export function watchMemory(pid: number): { readonly highest: number; stop(): void } {
  let highest = 0;
  const look = (): void => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      // A process that has just ended has no such line.
      highest = Math.max(highest, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended, which the test sees elsewhere.
    }
  };
  const looks = setInterval(look, lookEveryMs);
  return {
    get highest() {
      look();
      return highest;
    },
    stop: () => clearInterval(looks),
  };
}
