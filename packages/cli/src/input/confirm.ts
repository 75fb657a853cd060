import type { Command, Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';

/** An option of every command that destroys something. */
export const yesOption = {
  type: 'flag',
  description: 'Do it without asking; needed without a terminal to ask on.',
} as const;

/**
 * Asks before something is destroyed, unless `--yes` was given.
 * @param question as in `Delete the endpoint k3v9x0q2?`
 * @throws {UsageError} if there is no terminal to ask on
 * @throws {CommandFailure} if the answer is not yes
 */
export async function confirm(
  question: string,
  { yes }: { yes: boolean },
  { ask }: Surroundings,
  command: Command['name'],
): Promise<void> {
  if (yes) return;
  if (ask === undefined) {
    throw new UsageError('Option --yes is missing: there is no terminal to ask on', command);
  }
  const answer = (await ask(`${question} [y/N] `)).trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new CommandFailure('Nothing was changed');
}
