import { lstat, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { filesOfStore } from './store/open-store.ts';

/** More are counted, not named. */
const mostNamed = 20;

/**
 * Warns of files with secrets that other users of this machine can get at, with the command that mends it: `.env` of
 * the working directory, and the SQLite database with what belongs to it and the copies beside it. Modes are all that
 * is looked at: a file that was opened and closed here would lose the locks that SQLite has on it.
 */
export async function warnOfReadableFiles(
  databaseUrl: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const environmentFile = resolve('.env');
  if (await isOpenToOthers(environmentFile, stat)) {
    tell(log, 'the file .env, which has the settings', [environmentFile]);
  }
  const open: string[] = [];
  for (const file of await filesOfStore(databaseUrl)) {
    // What a link leads to has a name of its own.
    if (await isOpenToOthers(file, lstat)) open.push(file);
  }
  if (open.length > 0) {
    tell(log, 'the database, with its password hashes and all that was captured', open);
  }
}

async function isOpenToOthers(file: string, look: typeof stat | typeof lstat): Promise<boolean> {
  try {
    const stats = await look(file);
    return stats.isFile() && (stats.mode & 0o077) !== 0;
  } catch {
    return false;
  }
}

function tell(log: Pick<Logger, 'warn'>, what: string, files: readonly string[]): void {
  const named = files.slice(0, mostNamed).map(quoted).join(' ');
  const more = files.length > mostNamed ? ` (and ${files.length - mostNamed} more files)` : '';
  log.warn(
    { files: files.slice(0, mostNamed) },
    `Other users of this machine can get at ${what}. To close it: chmod 600 ${named}${more}`,
  );
}

/** As a word for the shell. */
function quoted(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
