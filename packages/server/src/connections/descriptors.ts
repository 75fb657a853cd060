import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** The descriptors that a process is taken to hold beside its connections until they are counted. */
const assumedOthers = 64;

/** Descriptors that are no connections (files, the database's sockets) are counted so often. */
const countIntervalMs = 10_000;

/**
 * The number of descriptors that this process may have open (`ulimit -n`, which Node raises to the hard limit
 * at its start); infinite if there is no limit, or the system does not tell it.
 */
export function descriptorLimit(): number {
  const limit = Number(limitOfLinux() ?? limitOfReport());
  return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

function limitOfLinux(): string | undefined {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** The same on other systems. Takes some milliseconds. */
function limitOfReport(): unknown {
  // Otherwise the names of all peers are looked up. Node's types lack this property.
  Object.assign(process.report, { excludeNetwork: true });
  // Node's types only say that it is an object.
  const { userLimits } = process.report.getReport() as {
    userLimits?: Record<string, { soft?: unknown } | undefined>;
  };
  return userLimits?.open_files?.soft;
}

/** The descriptors that are left. Connections are counted as they come and go, all others now and then. */
export class Descriptors {
  readonly limit: number;
  readonly #connections: () => number;
  #others = assumedOthers;
  #counting: NodeJS.Timeout | undefined;

  constructor(limit: number, connections: () => number) {
    this.limit = limit;
    this.#connections = connections;
  }

  get free(): number {
    return this.limit - this.#connections() - this.#others;
  }

  startCounting(): void {
    if (!Number.isFinite(this.limit)) return;
    const count = () => void this.#count();
    this.#counting = setInterval(count, countIntervalMs).unref();
    count();
  }

  stopCounting(): void {
    clearInterval(this.#counting);
  }

  async #count(): Promise<void> {
    try {
      const open = await readdir('/dev/fd');
      // One of them is the open directory itself.
      this.#others = Math.max(0, open.length - 1 - this.#connections());
    } catch {
      // There is no such directory, or no descriptor left for it: the last figure stays.
    }
  }
}
