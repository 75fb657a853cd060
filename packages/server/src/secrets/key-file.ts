import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '@hookwell/core/api/error-message';
import { secretsKeys } from '../config-values.ts';
import { StoreUnavailable } from '../database/errors.ts';
import { NoSecretsKey } from './secrets.ts';

/**
 * The key in a file; undefined if there is no such file.
 * @throws {NoSecretsKey} if it cannot be read, or is no key
 */
export async function readKeyFile(file: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new NoSecretsKey(`The key of the secrets cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  const [key, ...more] = keysIn(text);
  if (key !== undefined && more.length === 0) return key;
  throw new NoSecretsKey(
    `${file} must be the key of the secrets, 32 bytes in Base64: put the right file back, or remove it and enter all secrets anew`,
  );
}

function keysIn(text: string): Buffer[] {
  try {
    return secretsKeys(text);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/**
 * The key in a file, which is made if there is none, readable for its owner alone. It appears whole and on the disk. Of
 * processes that make it at once one succeeds, and all get its key.
 * @throws {NoSecretsKey} if it cannot be read or made, or is no key
 * @throws {StoreUnavailable} if it cannot be made for now, as on a full disk
 */
export async function readOrMakeKeyFile(file: string): Promise<Buffer> {
  if ((await readKeyFile(file)) === undefined) await orNoKey(() => makeKeyFile(file));
  // Another process may have made it just now, so this is done for a found one as well.
  await orNoKey(() => syncFolder(dirname(file)));
  const key = await readKeyFile(file);
  if (key === undefined) throw new NoSecretsKey(`${file} was removed at once`);
  return key;
}

/** The error codes of what may pass by itself, unlike a folder that nobody may write to. */
const failuresForNow: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

async function orNoKey(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const Failure = failuresForNow.has(codeOf(error)) ? StoreUnavailable : NoSecretsKey;
    throw new Failure(`The key of the secrets cannot be made: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** Makes a key file, unless there is one by then. */
async function makeKeyFile(file: string): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await nameOnce(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Gives a file its name, unless something has it already. */
async function nameOnce(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (!withoutLinks.has(codeOf(error))) throw error;
    await copyOnce(unfinished, file);
  }
}

async function copyOnce(unfinished: string, file: string): Promise<void> {
  try {
    await copyFile(unfinished, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await sync(file);
}

/** The error codes of file systems without hard links. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders.
  if (process.platform === 'win32') return;
  await sync(folder);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
