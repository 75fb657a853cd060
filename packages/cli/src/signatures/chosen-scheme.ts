import type { Scheme, SchemeSettings } from '@hookwell/core/signatures';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readTextFile } from '../input/input.ts';

/** A scheme with its settings. */
export interface ChosenScheme {
  scheme: Scheme;
  settings: SchemeSettings;
}

/** The scheme that a command names: by its name, or by a file with settings. */
export interface SchemeChoice {
  name: string | undefined;
  file: string | undefined;
}

/** The names of all schemes, for the completion of shells. */
export async function schemeNames(): Promise<readonly string[]> {
  const { schemes } = await import('@hookwell/core/signatures');
  return schemes.map(({ name }) => name);
}

/**
 * The scheme that is chosen. A file has what the settings of an endpoint have in `verify`, or these whole settings;
 * secrets in it count for nothing.
 * @throws {UsageError} if there is no such scheme, or it needs more settings than its name
 * @throws {CommandFailure} if the file cannot be read or has a fault: the sentence names its place
 */
export async function chosenScheme(
  { name, file }: SchemeChoice,
  world: Pick<Surroundings, 'input'>,
  command: string,
): Promise<ChosenScheme> {
  const [{ findScheme, schemes }, { nearestTo, SettingsError }] = await Promise.all([
    import('@hookwell/core/signatures'),
    import('@hookwell/core/rules'),
  ]);
  if (name !== undefined && findScheme(name) === undefined) {
    const known = schemes.map((scheme) => scheme.name);
    const near = nearestTo(name, known);
    const rest = near === '' ? `: known are ${known.join(', ')}` : near;
    throw new UsageError(`There is no signature scheme "${name}"${rest}`, command);
  }
  const source = file === '-' ? 'Standard input' : file;
  const document =
    file === undefined || source === undefined
      ? { scheme: name }
      : await documentIn(await readTextFile(file, world), source);
  try {
    const settings = await readVerify({ ...document, secrets: [{ hint: '…' }] });
    const scheme = findScheme(settings.scheme);
    if (scheme === undefined) throw new Error(`${settings.scheme} was read, and is not a scheme`);
    return { scheme, settings };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    if (source !== undefined)
      throw new CommandFailure(`${source}: ${error.message}`, { cause: error });
    throw new UsageError(
      `The scheme ${name} needs settings from a file (${error.message})`,
      command,
    );
  }
}

/**
 * Makes sure that these can be secrets of the scheme.
 * @throws {CommandFailure} if one cannot, in a sentence without it
 */
export async function checkSecrets(
  { settings }: ChosenScheme,
  secrets: readonly string[],
): Promise<void> {
  const { SettingsError } = await import('@hookwell/core/rules');
  for (const secret of secrets) {
    try {
      await readVerify({ ...settings, secrets: [secret] });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      throw new CommandFailure(`The secret cannot be one of ${settings.scheme}: ${error.sentence}`);
    }
  }
}

async function documentIn(text: string, source: string): Promise<object> {
  const { readDocument, SetupError } = await import('@hookwell/core/rules/files');
  try {
    const document: unknown = readDocument(text);
    if (!isObject(document)) throw new CommandFailure(`${source}: there are no settings in it`);
    const { verify = document } = document as { verify?: unknown };
    if (isObject(verify)) return verify;
    throw new CommandFailure(`${source}: verify: this must be an object with a scheme`);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new CommandFailure(`${source}: ${error.message}`, { cause: error });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws {SettingsError} */
async function readVerify(verify: object): Promise<SchemeSettings> {
  const { readSettings } = await import('@hookwell/core/rules');
  const read = readSettings({ verify }).verify;
  if (read === undefined) throw new Error('settings lost their verify');
  const { secrets: _, ...settings } = read;
  return settings;
}
