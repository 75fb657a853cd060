import { readDocument, SetupError } from '@hookwell/setup';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, exitCodes } from '../command-line/outcome.ts';
import { readTextFile } from '../input/input-file.ts';

/** The largest file; large services describe themselves in 10 MiB. */
const mostBytes = 64 * 1024 * 1024;

/**
 * The value in a file, in JSON or YAML; `-` is standard input.
 * @throws {CommandFailure} with exit code 2 if it cannot be read, or is neither
 */
export async function readSchemaDocument(
  file: string,
  world: Pick<Surroundings, 'input'>,
): Promise<unknown> {
  const source = file === '-' ? 'Standard input' : file;
  try {
    return valueIn(await readTextFile(file, world, mostBytes));
  } catch (error) {
    if (error instanceof CommandFailure) throw wrongInput(error.message, error);
    if (error instanceof SetupError) throw wrongInput(`${source}: ${error.message}`, error);
    throw error;
  }
}

/** @throws {SetupError} with the place of the fault, if there is one */
function valueIn(text: string): unknown {
  const value = parsed(text);
  if (isDeeper(value)) throw new SetupError('document', `it has more than ${mostLevels} levels`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of JSON with a fault, the reader of YAML tells the line.
    return readDocument(text);
  }
}

/** The most values in one another. */
const mostLevels = 500;

/** Whether there are more. An alias of YAML that leads to itself makes endless ones. */
function isDeeper(value: unknown): boolean {
  const open = [{ value, level: 0 }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value, level } = one;
    if (typeof value !== 'object' || value === null) continue;
    if (level === mostLevels) return true;
    for (const member of Object.values(value)) open.push({ value: member, level: level + 1 });
  }
  return false;
}

/** The failure of a command that was given something wrong. */
export function wrongInput(sentence: string, cause?: unknown): CommandFailure {
  return new CommandFailure(sentence, { cause, exitCode: exitCodes.usage });
}
