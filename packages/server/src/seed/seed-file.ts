import { readFile } from 'node:fs/promises';
import { errorMessage } from '@hookwell/contract/error-message';
import { SetupError } from '@hookwell/setup';
import { ConfigError, type Environment } from '../config.ts';
import { applySeed, type SeedParts } from './apply-seed.ts';
import { readSeed } from './read-seed.ts';

/**
 * Reads and applies a seed file.
 * @throws {ConfigError} if it cannot be read or applied; the line names the place of the fault
 */
export async function applySeedFile(
  file: string,
  environment: Environment,
  parts: SeedParts,
): Promise<void> {
  try {
    await applySeed(parts, readSeed(await textOf(file), environment));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new ConfigError(`HOOKWELL_SEED_FILE must be without faults: ${error.message}`, {
      cause: error,
    });
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const reason = errorMessage(error);
    throw new ConfigError(`HOOKWELL_SEED_FILE must be a file that can be read: ${reason}`, {
      cause: error,
    });
  }
}
