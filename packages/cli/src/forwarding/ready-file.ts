import { rm, stat } from 'node:fs/promises';
import { fileFailure, hasCode } from '../command-line/system-failure.ts';
import { writeFileWhole } from '../output/output-file.ts';

/**
 * A file that is there as long as a command is ready: whoever started the command waits for it. One that an
 * earlier run has left is removed first.
 */
export class ReadyFile {
  readonly #name: string;
  #writing: Promise<void> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** @throws CommandFailure for what is no file, or cannot be removed */
  async clear(): Promise<void> {
    try {
      const found = await stat(this.#name);
      if (!found.isFile()) throw new Error('it is not a file');
      await rm(this.#name);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw fileFailure('write', this.#name, error);
    }
  }

  /** Makes it, with these lines; it is never there in part. @throws CommandFailure */
  async write(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join('');
    this.#writing ??= writeFileWhole(this.#name, (write) => write(text));
    await this.#writing;
  }

  /** What is still being written would appear afterwards: it is waited for. */
  async remove(): Promise<void> {
    if (this.#writing === undefined) return;
    await this.#writing.catch(() => {});
    await rm(this.#name, { force: true });
  }
}
