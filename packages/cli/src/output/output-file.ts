import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { fileFailure, hasCode } from '../command-line/outcome.ts';

type Write = (data: string) => Promise<void>;

/**
 * Has the file written by `produce`, whole or not at all: the old content stays until the new content is on
 * disk. Devices and pipes are written to directly.
 * @param ownMode the permissions of the file, whatever it had; else a new one has the usual ones
 * @throws {CommandFailure} if the file cannot be written
 */
export async function writeFileWhole(
  name: string,
  produce: (write: Write) => Promise<void>,
  ownMode?: number,
): Promise<void> {
  const { file, isReplaceable, mode } = await destination(name);
  const draft = isReplaceable ? `${file}.${crypto.randomUUID()}.part` : file;
  const handle = await orFailure(name, open(draft, isReplaceable ? 'wx' : 'w', ownMode ?? mode));
  try {
    await produceInto(handle, name, produce, isReplaceable);
    if (isReplaceable) await orFailure(name, rename(draft, file));
  } catch (error) {
    if (isReplaceable) await rm(draft, { force: true });
    throw error;
  }
}

async function produceInto(
  handle: FileHandle,
  name: string,
  produce: (write: Write) => Promise<void>,
  isReplaceable: boolean,
): Promise<void> {
  try {
    await produce((data) => orFailure(name, handle.writeFile(data)));
    if (isReplaceable) await orFailure(name, handle.sync());
  } finally {
    await handle.close();
  }
}

async function destination(name: string) {
  try {
    // The target of a link is replaced, not the link.
    const file = await realpath(name);
    const found = await stat(file);
    return { file, isReplaceable: found.isFile(), mode: found.mode & 0o777 };
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw fileFailure('write', name, error);
    return { file: name, isReplaceable: true, mode: 0o666 };
  }
}

async function orFailure<Result>(name: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw fileFailure('write', name, error);
  }
}
