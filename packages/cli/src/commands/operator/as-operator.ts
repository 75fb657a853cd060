import type * as OperatorModule from '@hookwell/server/operator';
import type { Surroundings } from '../../command-line/command.ts';
import { CommandFailure } from '../../command-line/outcome.ts';

/**
 * Does `work` on the database that the settings name, beside a server that may be running on it.
 * @throws {CommandFailure} if the server's code refuses it, with its own sentence
 */
export async function asOperator<Result>(
  { environment }: Surroundings,
  work: (operator: OperatorModule.Operator) => Promise<Result>,
): Promise<Result> {
  return await withOperatorModule(({ operate }) => operate(environment, work));
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
  return await withOperatorModule((operator) => operator.backup(environment, file, options));
}

/**
 * Moves an instance from one database to another; see there.
 * @throws {CommandFailure} if the server's code refuses it
 */
export async function migrateStore(
  { environment }: Surroundings,
  migration: Parameters<typeof OperatorModule.migrateStore>[1],
): Promise<OperatorModule.MigratedStore> {
  return await withOperatorModule((operator) => operator.migrateStore(environment, migration));
}

/** A new API key that no account has. */
export async function generatedKey(): Promise<string> {
  return await withOperatorModule(async ({ generateKey }) => generateKey());
}

async function withOperatorModule<Result>(
  work: (operator: typeof OperatorModule) => Promise<Result>,
): Promise<Result> {
  // Loaded here, so that help and mistakes in the command line answer without the database's code.
  const operator = await import('@hookwell/server/operator');
  try {
    return await work(operator);
  } catch (error) {
    if (!(error instanceof operator.OperatorError)) throw error;
    throw new CommandFailure(error.message, { cause: error });
  }
}
