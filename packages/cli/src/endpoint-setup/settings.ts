import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOptions, EndpointSettings, HookwellClient } from '@hookwell/client';
import { isSameDocument } from '@hookwell/client/same-document';
import { errorMessage } from '@hookwell/core/api/error-message';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { visible } from '../output/text.ts';
import { editFile } from '../process/programs.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';
import { differenceLines, differencesOf, hiddenDifference } from './differences.ts';

/**
 * The settings in a text, in JSON or YAML, checked as the service checks them.
 * @param source where the text comes from: it stands before the place of a fault
 * @throws {CommandFailure} that names the place of the first fault
 */
export async function settingsOf(text: string, source: string): Promise<EndpointSettings> {
  // Loaded here, so that help answers without them.
  const [{ readDocument, SetupError }, { readSettings, SettingsError }] = await Promise.all([
    import('@hookwell/core/rules/files'),
    import('@hookwell/core/rules'),
  ]);
  try {
    const document = readDocument(text);
    readSettings(document);
    // `readSettings` has checked that it is what the contract describes.
    return document as EndpointSettings;
  } catch (error) {
    if (!(error instanceof SetupError || error instanceof SettingsError)) throw error;
    throw new CommandFailure(`${source}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Settings as people read and edit them. */
export function settingsText(settings: EndpointSettings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Settings with their version, which is another one after every change, also of a secret alone. */
export interface VersionedSettings {
  settings: EndpointSettings;
  /** `undefined` if the service tells none. */
  version: string | undefined;
}

/** The settings that a call gives, with their version. */
export async function versioned(
  call: (options: Pick<CallOptions, 'onHeaders'>) => Promise<EndpointSettings>,
): Promise<VersionedSettings> {
  let version: string | undefined;
  const settings = await call({
    onHeaders: (headers) => {
      version = headers.get('etag') ?? undefined;
    },
  });
  return { settings, version };
}

/** The version tells of a secret that was replaced by one with the same hint. */
export function isSame(before: VersionedSettings, after: VersionedSettings): boolean {
  if (before.version !== undefined && after.version !== undefined) {
    return before.version === after.version;
  }
  return isSameDocument(before.settings, after.settings);
}

/**
 * Puts settings, and tells what changed, in lines for people.
 * @param merge keeps those members at the top that the given settings do not have
 */
export async function setSettings(
  calls: ReturnType<HookwellClient['endpoints']['settings']>,
  given: EndpointSettings,
  { merge }: { merge: boolean },
): Promise<{ settings: EndpointSettings; lines: readonly string[] }> {
  const before = await versioned((options) => calls.get(options));
  const wanted = merge ? { ...before.settings, ...given } : given;
  const after = await versioned((options) => calls.put(wanted, options));
  const { settings } = after;
  if (isSame(before, after)) return { settings, lines: ['Nothing was changed'] };
  const differences = differencesOf(before.settings, settings);
  const told = differences.length === 0 ? [hiddenDifference] : differences;
  return { settings, lines: ['The settings are changed:', ...differenceLines(told)] };
}

/**
 * Has the user edit settings in a file of their own, and puts them back. A text that is refused is offered again, and kept
 * if the user gives up. Gives whether anything was changed.
 * @throws {CommandFailure} if the editor fails, or the user gives up
 */
export async function editSettings(
  calls: ReturnType<HookwellClient['endpoints']['settings']>,
  world: Surroundings,
): Promise<boolean> {
  const before = await calls.get();
  // The folder is readable by the user alone, and so is everything in it.
  const folder = await mkdtemp(join(tmpdir(), 'hookwell-'));
  const file = join(folder, 'settings.json');
  let isKept = false;
  try {
    await writeFile(file, settingsText(before), { mode: 0o600 });
    for (;;) {
      await editFile(file, world.environment);
      const text = await readFile(file, 'utf8');
      if (text === settingsText(before)) return false;
      try {
        return await put(calls, before, await settingsOf(text, 'settings.json'));
      } catch (error) {
        isKept = true;
        await offerAgain(refusalOf(error), file, world);
        isKept = false;
      }
    }
  } finally {
    if (!isKept) await rm(folder, { recursive: true, force: true });
  }
}

/** @throws {CommandFailure} if somebody else has changed the settings meanwhile */
async function put(
  calls: ReturnType<HookwellClient['endpoints']['settings']>,
  before: EndpointSettings,
  after: EndpointSettings,
): Promise<boolean> {
  if (isSameDocument(before, after)) return false;
  if (!isSameDocument(before, await calls.get())) {
    throw new CommandFailure('The settings were changed elsewhere meanwhile');
  }
  await calls.put(after);
  return true;
}

/** The sentence of a refusal. Any other error is thrown. */
function refusalOf(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  const sentence = serviceFailureSentence(error);
  if (sentence === undefined) throw error;
  return sentence;
}

/**
 * @throws {CommandFailure} if the user does not want to edit again, with the place of the text
 * @throws {Interrupted} if Ctrl-C was pressed, once the place is told
 */
async function offerAgain(refusal: string, file: string, world: Surroundings): Promise<void> {
  const place = `Your text is kept in ${file}`;
  if (world.ask === undefined) throw new CommandFailure(`${visible(refusal)}. ${place}`);
  world.note(`hookwell: ${visible(refusal)}`);
  const answer = await world.ask('Edit again? [Y/n] ').catch((error: unknown) => {
    world.note(place);
    throw error;
  });
  const isYes = ['', 'y', 'yes'].includes(answer.trim().toLowerCase());
  if (!isYes) throw new CommandFailure(place);
}
