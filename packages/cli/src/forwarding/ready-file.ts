import { rm, stat } from 'node:fs/promises';
import { fileFailure, hasCode } from '../command-line/system-failure.ts';
import { writeFileWhole } from '../output/output-file.ts';

/**
 * A file that exists as long as a command is ready, so that the program that started the command can wait for
 * it. A file that an earlier run has left is removed first.
 */
export class ReadyFile {
  readonly #name: string;
  #writing: Promise<void> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Removes the file of an earlier run.
   * @throws {CommandFailure} if it cannot be removed, or is not a file
   */
  async clear(): Promise<void> {
    try {
      const found = await stat(this.#name);
      if (!found.isFile()) throw new Error('it is no file');
      await rm(this.#name);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw fileFailure('write', this.#name, error);
    }
  }

  /**
   * Makes the file with these lines, whole or not at all.
   * @throws {CommandFailure} if it cannot be written
   */
  async write(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join('');
    this.#writing ??= writeFileWhole(this.#name, (write) => write(text));
    await this.#writing;
  }

  /** Removes the file. A file that is being written would appear later, so the writing is awaited first. */
  async remove(): Promise<void> {
    if (this.#writing === undefined) return;
    await this.#writing.catch(() => {});
    await rm(this.#name, { force: true });
  }
}
