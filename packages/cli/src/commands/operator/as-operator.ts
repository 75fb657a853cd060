import type * as OperatorFace from '@hookwell/server/operator';
import type { Surroundings } from '../../command-line/command.ts';
import { CommandFailure } from '../../command-line/outcome.ts';

/**
 * Does `work` on the database that the settings name, beside a server that may be running on it.
 * @throws {CommandFailure} if the server's code refuses it, with its own sentence
 */
export async function asOperator<Result>(
  { environment }: Surroundings,
  work: (operator: OperatorFace.Operator) => Promise<Result>,
): Promise<Result> {
  return await withFace(({ operate }) => operate(environment, work));
}

/**
 * Copies the database that the settings name; gives where the keys of its secrets are (undefined: not here).
 * @throws {CommandFailure} if the server's code refuses it
 */
export async function backup(
  { environment }: Surroundings,
  file: string,
  options: { overwrite: boolean },
): Promise<(string | undefined)[]> {
  return await withFace((face) => face.backup(environment, file, options));
}

/**
 * Moves an instance from one database to another; see there.
 * @throws {CommandFailure} if the server's code refuses it
 */
export async function migrateStore(
  { environment }: Surroundings,
  migration: Parameters<typeof OperatorFace.migrateStore>[1],
): Promise<OperatorFace.MigratedStore> {
  return await withFace((face) => face.migrateStore(environment, migration));
}

/** A new API key that no account has. */
export async function generatedKey(): Promise<string> {
  return await withFace(async ({ generateKey }) => generateKey());
}

async function withFace<Result>(
  work: (face: typeof OperatorFace) => Promise<Result>,
): Promise<Result> {
  // Loaded here, so that help and mistakes in the command line answer without the database's code.
  const face = await import('@hookwell/server/operator');
  try {
    return await work(face);
  } catch (error) {
    if (!(error instanceof face.OperatorError)) throw error;
    throw new CommandFailure(error.message, { cause: error });
  }
}
