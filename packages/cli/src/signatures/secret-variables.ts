import type { Surroundings } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';

/** The option that names an environment variable with a secret: a secret among the words of a command is no secret. */
export const secretOption = {
  type: 'text',
  placeholder: 'NAME',
  description: 'The environment variable with the secret.',
} as const;

/**
 * The secret in an environment variable. No sentence shows the name that was given: it may be the secret itself.
 * @throws {UsageError} if there is no such variable, or nothing in it
 */
export function secretIn(
  name: string,
  world: Pick<Surroundings, 'environment' | 'fromEnvironmentFile'>,
  command: string,
): string {
  const secret = secretOf(name, world);
  if (secret === undefined) {
    throw new UsageError(
      'Option --secret-env must be the name of an environment variable, and there is none of this name',
      command,
    );
  }
  if (secret !== '') return secret;
  throw new UsageError('The environment variable of option --secret-env is empty', command);
}

/**
 * What is in an environment variable, without white space around it, such as a line break; `undefined` if there is none of
 * this name. A file `.env` may be somebody else's.
 */
export function secretOf(
  name: string,
  { environment, fromEnvironmentFile }: Pick<Surroundings, 'environment' | 'fromEnvironmentFile'>,
): string | undefined {
  if (fromEnvironmentFile.has(name)) return undefined;
  return Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
}
