import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointSettings, HookwellClient } from '@hookwell/client';
import { isSameDocument } from '@hookwell/client/same-document';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { visible } from '../output/visible.ts';
import { editFile } from '../process/editor.ts';
import { serviceFailureSentence } from '../service/service-failure.ts';
import { settingsOf, settingsText } from './settings-text.ts';

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
