import { readFileSync } from 'node:fs';
import { type ServerProcess, startProcess } from '../server-process.ts';
import type { Hostile } from './hostile.ts';

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
      NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8',
      ...environment,
    },
    ...(descriptors !== undefined && {
      under: ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'],
    }),
  });
}

/** The most memory that a process ever had resident, in MiB. */
export function highestMemory(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
