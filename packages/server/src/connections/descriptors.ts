import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { report } from 'node:process';

/** What a process holds beside its connections, until it was counted. */
const assumedOthers = 64;

/** How often, in milliseconds, descriptors are counted that are no connections: files, the database's sockets. */
const countInterval = 10_000;

/**
 * How many descriptors this process may have open (`ulimit -n`, which Node raises to the hard limit at its
 * start); infinite where there is no limit, or nobody says what it is.
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

/** The same on other systems: takes some milliseconds. */
function limitOfReport(): unknown {
  // Else the names of all peers are looked up. Types lack this one.
  Object.assign(report, { excludeNetwork: true });
  // Types say no more than that it is an object.
  const { userLimits } = report.getReport() as {
    userLimits?: Record<string, { soft?: unknown } | undefined>;
  };
  return userLimits?.open_files?.soft;
}

/** How many descriptors are left. Connections are counted as they come and go, all others now and then. */
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
    this.#counting = setInterval(count, countInterval).unref();
    count();
  }

  stopCounting(): void {
    clearInterval(this.#counting);
  }

  async #count(): Promise<void> {
    try {
      const open = await readdir('/dev/fd');
      // One of them is the directory's own.
      this.#others = Math.max(0, open.length - 1 - this.#connections());
    } catch {
      // There is no such directory, or no descriptor for it: the last figure has to do.
    }
  }
}
