import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { errorMessage } from '@hookwell/contract/error-message';
import { mostDocumentCharacters, SetupError } from '@hookwell/setup';
import type { Logger } from 'pino';
import { ConfigError, type Environment } from '../config.ts';
import { applySeed, type SeedParts } from './apply-seed.ts';
import { readSeed } from './read-seed.ts';

/** A character of a document has three bytes in UTF-8 at most. */
const mostBytes = 3 * mostDocumentCharacters;

/**
 * Reads and applies a seed file, and warns of what the state of an account or of the key of secrets prevents.
 * @throws {ConfigError} if it cannot be read or applied; the line names the place of the fault
 */
export async function applySeedFile(
  file: string,
  environment: Environment,
  { log, ...parts }: SeedParts & { log: Pick<Logger, 'warn'> },
): Promise<void> {
  try {
    const left = await applySeed(parts, readSeed(await textOf(file), environment));
    for (const { place, sentence } of left) {
      log.warn({ place }, `HOOKWELL_SEED_FILE: ${place} is left as it is: ${sentence}`);
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new ConfigError(`HOOKWELL_SEED_FILE must be without faults: ${error.message}`, {
      cause: error,
    });
  }
}

/** A device or a pipe may have no end, or never begin. */
async function textOf(file: string): Promise<string> {
  try {
    if (!(await stat(file)).isFile()) throw new Error(`${file} is no regular file`);
    const bytes = await buffer(createReadStream(file, { end: mostBytes }));
    if (bytes.length > mostBytes) throw new Error(`${file} has more than ${mostBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const reason = errorMessage(error);
    throw new ConfigError(`HOOKWELL_SEED_FILE must be a file that can be read: ${reason}`, {
      cause: error,
    });
  }
}
