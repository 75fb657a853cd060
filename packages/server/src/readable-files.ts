import { lstat, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { filesOfStore, secretsKeyEnding } from './store/open-store.ts';

/** A warning names so many files; it counts the rest. */
const mostNamedFiles = 20;

/**
 * Warns of files with secrets that other users of this machine can access, with the command that closes them: `.env`
 * of the working directory, and the SQLite database with its further files and the copies beside it. Only the modes
 * are read: opening and closing a file here would drop the locks that SQLite has on it.
 */
export async function warnOfReadableFiles(
  databaseUrl: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const environmentFile = resolve('.env');
  if (await isOpenToOthers(environmentFile, stat)) {
    warn(log, 'the file .env with the settings', [environmentFile]);
  }
  const open: string[] = [];
  for (const file of await filesOfStore(databaseUrl)) {
    // A link is not followed: its target is in the list by its own name, or is not ours.
    if (await isOpenToOthers(file, lstat)) open.push(file);
  }
  if (open.length > 0) {
    const hasKey = open.some((file) => file.endsWith(secretsKeyEnding));
    const key = hasKey ? ', and the key of its secrets' : '';
    warn(log, `the database with its password hashes and all captured requests${key}`, open);
  }
}

async function isOpenToOthers(file: string, modeOf: typeof stat | typeof lstat): Promise<boolean> {
  try {
    const stats = await modeOf(file);
    return stats.isFile() && (stats.mode & 0o077) !== 0;
  } catch {
    return false;
  }
}

function warn(log: Pick<Logger, 'warn'>, content: string, files: readonly string[]): void {
  const named = files.slice(0, mostNamedFiles).map(quoted).join(' ');
  const more =
    files.length > mostNamedFiles ? ` (and ${files.length - mostNamedFiles} more files)` : '';
  log.warn(
    { files: files.slice(0, mostNamedFiles) },
    `Other users of this machine can access ${content}. To close it: chmod 600 ${named}${more}`,
  );
}

/** The file's name as one word for a shell. */
function quoted(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
