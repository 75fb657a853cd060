import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A file that exists while a server or a command is ready, for programs that wait for it. What the system refuses is
 * thrown as the error that `failure` makes of it. A public module of the server: the command has such files as well.
 */
export class ReadyFile {
  readonly #name: string;
  readonly #failure: (cause: unknown) => Error;
  #state: 'missing' | 'written' | 'removed' = 'missing';

  constructor(name: string, failure: (cause: unknown) => Error) {
    this.#name = name;
    this.#failure = failure;
  }

  /**
   * Removes the file that an earlier run left behind: it would speak for this one.
   * @throws {Error} if it cannot be removed, or is not a file
   */
  clear(): void {
    this.#orFailure(() => {
      if (statSync(this.#name, { throwIfNoEntry: false })?.isFile() === false) {
        throw new Error('it is no file');
      }
      rmSync(this.#name, { force: true });
    });
  }

  /**
   * Makes sure that its folder is there, before anything is begun that makes none.
   * @throws {Error} if it is not
   */
  checkFolder(): void {
    this.#orFailure(() => {
      const folder = statSync(dirname(this.#name), { throwIfNoEntry: false });
      if (folder?.isDirectory() !== true) throw new Error('there is no such folder');
    });
  }

  /**
   * Makes the file with these lines, whole or not at all. Only the first call counts, and none after `remove`: a stop
   * may come while the start still goes on.
   * @throws {Error} if it cannot be written
   */
  write(lines: readonly string[]): void {
    if (this.#state !== 'missing') return;
    const unfinished = `${this.#name}.${process.pid}`;
    this.#orFailure(() => {
      try {
        writeFileSync(unfinished, lines.map((line) => `${line}\n`).join(''));
        renameSync(unfinished, this.#name);
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw error;
      }
    });
    this.#state = 'written';
  }

  /**
   * Removes the file, if this run has made it.
   * @throws {Error} if it cannot be removed
   */
  remove(): void {
    const isThere = this.#state === 'written';
    this.#state = 'removed';
    if (isThere) this.#orFailure(() => rmSync(this.#name, { force: true }));
  }

  #orFailure(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw this.#failure(error);
    }
  }
}
