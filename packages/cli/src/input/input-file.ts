import { readFile } from 'node:fs/promises';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { fileFailure } from '../command-line/system-failure.ts';

/**
 * The text of a file in UTF-8; `-` is standard input.
 * @throws {CommandFailure} if it cannot be read, or is no text
 */
export async function readTextFile(
  name: string,
  { input }: Pick<Surroundings, 'input'>,
): Promise<string> {
  const bytes = name === '-' ? Buffer.concat(await Array.fromAsync(input)) : await bytesOf(name);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure(`${name === '-' ? 'Standard input' : name} is not text in UTF-8`, {
      cause,
    });
  }
}

async function bytesOf(name: string): Promise<Buffer> {
  try {
    return await readFile(name);
  } catch (error) {
    throw fileFailure('read', name, error);
  }
}
