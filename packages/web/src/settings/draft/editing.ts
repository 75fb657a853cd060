import type { EndpointSettings } from '@hookwell/client';
import { type Draft, draftOf, settingsOf } from './draft.ts';
import { type Fault, faultsOf, faultsOfFields } from './faults.ts';
import { readSettingsText, settingsText, type TextProblem } from './settings-text.ts';

/** Settings under way. The fields and the JSON text are two forms of the same state. */
export interface Editing {
  text: string;
  /** What the text holds; if that cannot be read, what it held last. */
  settings: EndpointSettings;
  draft: Draft;
  /** Why the text cannot be read. */
  problem: TextProblem | undefined;
  faults: readonly Fault[];
}

/** @param settings as they are stored, perhaps by a newer program, which knows more of them */
export function beginEditing(settings: EndpointSettings): Editing {
  const text = settingsText(settings);
  const read = readSettingsText(text);
  if ('problem' in read) {
    const { problem } = read;
    return { text, settings, draft: draftOf({}), problem, faults: [] };
  }
  return {
    text,
    settings,
    draft: draftOf(settings),
    problem: undefined,
    faults: faultsOf(settings),
  };
}

/** The state after the user has changed a field. */
export function editFields(draft: Draft): Editing {
  const settings = settingsOf(draft);
  return {
    text: settingsText(settings),
    settings,
    draft,
    problem: undefined,
    faults: [...faultsOfFields(draft), ...faultsOf(settings)],
  };
}

/** The state after the user has changed the JSON text. */
export function editText(before: Editing, text: string): Editing {
  const read = readSettingsText(text);
  if ('problem' in read) return { ...before, text, problem: read.problem };
  return { ...beginEditing(read.settings), text };
}

/** Whether two settings say the same in the same order. */
export function isSame(one: EndpointSettings, other: EndpointSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether something would be lost if the user left. */
export function isChanged(
  { text, settings, problem, draft }: Editing,
  stored: EndpointSettings,
): boolean {
  if (problem !== undefined) return text !== settingsText(stored);
  return !isSame(settings, stored) || faultsOfFields(draft).length > 0;
}
