import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { fileFailure } from '../command-line/system-failure.ts';

/** The largest archive. */
const mostBytes = 1024 ** 3;
const pieceBytes = 256 * 1024;

/**
 * An archive on disk, of which any part can be read again; it stays open, so it is the same one even if its name is
 * given to another file meanwhile. What comes through a pipe is written down first.
 */
export class ArchiveFile {
  /** The name, for sentences. */
  readonly source: string;
  readonly #file: FileHandle;
  readonly #size: number;

  private constructor(source: string, file: FileHandle, size: number) {
    this.source = source;
    this.#file = file;
    this.#size = size;
  }

  /**
   * @param name `-` is standard input
   * @throws {CommandFailure} if it cannot be read, or is too large
   */
  static async open(name: string, { input }: Pick<Surroundings, 'input'>): Promise<ArchiveFile> {
    if (name === '-') return await ArchiveFile.#written('Standard input', input);
    let file: FileHandle | undefined;
    try {
      file = await open(name);
      const status = await file.stat();
      if (status.isFile()) return new ArchiveFile(name, file, checkedSize(name, status.size));
      // It closes a pipe; a folder fails here.
      const pieces = file.createReadStream();
      return await ArchiveFile.#written(name, pieces);
    } catch (error) {
      await file?.close().catch(() => {});
      throw error instanceof CommandFailure ? error : fileFailure('read', name, error);
    }
  }

  /** Writes it into a file without a name, which is gone with the command, however that ends. */
  static async #written(source: string, pieces: AsyncIterable<Uint8Array>): Promise<ArchiveFile> {
    const name = join(tmpdir(), `hookwell-${randomUUID()}`);
    let file: FileHandle | undefined;
    try {
      file = await open(name, 'wx+', 0o600);
      await rm(name);
      return new ArchiveFile(source, file, await writtenTo(file, source, pieces));
    } catch (error) {
      await file?.close();
      throw error instanceof CommandFailure ? error : fileFailure('write', name, error);
    }
  }

  /** The bytes of a part, in pieces of which each is overwritten by the next. */
  async *pieces(start = 0, end = this.#size): AsyncGenerator<Uint8Array, void> {
    const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, end - start));
    for (let at = start; at < end; ) {
      const { bytesRead } = await this.#read(buffer, Math.min(buffer.length, end - at), at);
      // It was cut off meanwhile: whoever reads it finds an end too early.
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async #read(buffer: Buffer, length: number, at: number) {
    try {
      return await this.#file.read(buffer, 0, length, at);
    } catch (error) {
      throw fileFailure('read', this.source, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function checkedSize(source: string, size: number): number {
  if (size <= mostBytes) return size;
  throw new CommandFailure(`${source} is larger than 1 GiB: split it`, {
    exitCode: exitCodes.usage,
  });
}

/** Gives the number of bytes. */
async function writtenTo(
  file: FileHandle,
  source: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let size = 0;
  const read = pieces[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await read.next().catch((error) => {
      throw fileFailure('read', source, error);
    });
    if (done) return size;
    size = checkedSize(source, size + value.length);
    await file.writeFile(value);
  }
}
