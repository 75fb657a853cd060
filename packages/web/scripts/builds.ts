import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/*
 * `dist/` holds builds side by side, each in a folder that is named by its stamp, and a file `current` with the name of
 * the build to serve. A build is made in a folder of its own, which is renamed when it is complete. Then `current` is
 * replaced by renaming too. So builds at the same time do not disturb each other, and a killed one changes nothing.
 */

/** Younger builds are not removed, since another process may be reading or naming them. */
const inUseMs = 60_000;
/** After this time, the process with the number of a build's process is another one. */
const longestBuildMs = 3_600_000;

export interface Builds {
  /** The name of the build to serve, if there is one. */
  current(): string | undefined;
  /** Makes a new empty folder to build in. */
  begin(): string;
  /** Makes the build in the folder the current one. */
  publish(folder: string, name: string): void;
  /** Removes replaced builds and the rests of killed ones. */
  clean(): void;
}

/** @param lastFile the name of a file that every complete build has */
export function buildsIn(dist: string, lastFile = 'index.html'): Builds {
  const currentFile = join(dist, 'current');

  function current(): string | undefined {
    if (!existsSync(currentFile)) return undefined;
    const name = readFileSync(currentFile, 'utf8').trim();
    return existsSync(join(dist, name, lastFile)) ? name : undefined;
  }

  return {
    current,

    begin() {
      const folder = join(dist, `building-${process.pid}-${randomBytes(4).toString('hex')}`);
      mkdirSync(folder, { recursive: true });
      return folder;
    },

    publish(folder, name) {
      const place = join(dist, name);
      try {
        renameSync(folder, place);
      } catch (error) {
        // Another process has made the same build meanwhile.
        if (!existsSync(join(place, lastFile))) throw error;
        rmSync(folder, { recursive: true, force: true });
      }
      const next = `${currentFile}-${process.pid}`;
      writeFileSync(next, `${name}\n`);
      renameSync(next, currentFile);
    },

    clean() {
      const kept = new Set(['current', current()]);
      for (const name of existsSync(dist) ? readdirSync(dist) : []) {
        if (!kept.has(name) && !mayBeInUse(dist, name)) {
          rmSync(join(dist, name), { recursive: true, force: true });
        }
      }
    },
  };
}

function mayBeInUse(dist: string, name: string): boolean {
  const { mtimeMs } = statSync(join(dist, name), { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  const ageMs = Date.now() - mtimeMs;
  const builder = /^building-(\d+)-/.exec(name)?.[1];
  return builder === undefined
    ? ageMs < inUseMs
    : ageMs < longestBuildMs && isAlive(Number(builder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
