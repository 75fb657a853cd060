import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorMessage } from '@hookwell/contract/error-message';
import { ConfigError } from './config.ts';

/** A file that exists while a server is ready, for programs that wait for it. */
export interface ReadyFile {
  /**
   * Makes the file, whole or not at all. Its one line is the address of the service.
   * @throws {ConfigError} if it cannot be written
   */
  write(address: string): void;
  remove(): void;
}

/**
 * Prepares the file. A file that an earlier server left behind is removed: it would speak for this one.
 * @throws {ConfigError} if it cannot be removed, or is not a file
 */
export function prepareReadyFile(name: string | undefined): ReadyFile {
  if (name === undefined) return { write: () => {}, remove: () => {} };
  let isWritten = false;
  explained(name, () => {
    if (statSync(name, { throwIfNoEntry: false })?.isFile() === false) {
      throw new Error('it is no file');
    }
    rmSync(name, { force: true });
  });
  return {
    write: (address) => {
      const unfinished = `${name}.${process.pid}`;
      explained(name, () => {
        writeFileSync(unfinished, `${address}\n`);
        renameSync(unfinished, name);
      });
      isWritten = true;
    },
    remove: () => {
      if (isWritten) rmSync(name, { force: true });
    },
  };
}

function explained(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new ConfigError(
      `HOOKWELL_READY_FILE must be a file that can be written: ${name}: ${errorMessage(error)}`,
      { cause: error },
    );
  }
}
