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
 * `dist/` holds builds side by side, each in a folder that is named by its stamp, and a file `current` with
 * the name of the one to serve. A build is made in a folder of its own and renamed when it is whole, then
 * `current` is replaced by renaming too. So builds at the same time do not meet, and one that is killed leaves
 * things as they were.
 */

/** How old, in milliseconds, a build must be to be removed, so that whoever reads or names it just now can. */
const inUse = 60_000;
/** After this time the process of that number is another one. */
const longestBuild = 3_600_000;

export interface Builds {
  /** The name of the build that is served, where there is one. */
  current(): string | undefined;
  /** A new empty folder to build in. */
  begin(): string;
  /** Makes what was built there the current build. */
  publish(folder: string, name: string): void;
  /** Removes builds that others have replaced, and what is left of killed ones. */
  clean(): void;
}

export function buildsIn(dist: string): Builds {
  const currentFile = join(dist, 'current');

  function current(): string | undefined {
    if (!existsSync(currentFile)) return undefined;
    const name = readFileSync(currentFile, 'utf8').trim();
    return existsSync(join(dist, name, 'index.html')) ? name : undefined;
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
        // Another process has built the same in the meantime.
        if (!existsSync(join(place, 'index.html'))) throw error;
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
  const age = Date.now() - mtimeMs;
  const builder = /^building-(\d+)-/.exec(name)?.[1];
  return builder === undefined ? age < inUse : age < longestBuild && isAlive(Number(builder));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
