import { createReadStream } from 'node:fs';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { fileFailure } from '../command-line/system-failure.ts';

/**
 * The text of a file in UTF-8; `-` is standard input.
 * @param mostBytes the most that it may have; what is longer is not read to its end
 * @throws {CommandFailure} if it cannot be read, is longer, or is no text
 */
export async function readTextFile(
  name: string,
  { input }: Pick<Surroundings, 'input'>,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  const source = name === '-' ? 'Standard input' : name;
  const bytes = await bytesOf(name, name === '-' ? input : createReadStream(name), mostBytes);
  if (bytes === undefined) {
    throw new CommandFailure(`${source} has more than ${mostBytes / 1024} KiB`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(`${source} is not text in UTF-8`, { cause });
  }
}

/** The bytes of all pieces; `undefined` if there are more. */
async function bytesOf(
  name: string,
  input: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of input) {
      length += piece.length;
      if (length > mostBytes) return undefined;
      pieces.push(piece);
    }
  } catch (error) {
    throw fileFailure('read', name, error);
  }
  return Buffer.concat(pieces);
}
