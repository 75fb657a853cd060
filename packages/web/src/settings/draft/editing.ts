import type { EndpointSettings } from '@hookwell/client';
import { type Draft, draftOf, settingsOf } from './draft.ts';
import { type Fault, faultsOf, faultsOfFields } from './faults.ts';
import { isMissingSecret, isUntouched, withScheme } from './scheme-choice.ts';
import { readSettingsText, settingsText, type TextProblem } from './settings-text.ts';

/** Settings under way. The fields and the JSON text are two forms of the same state. */
export interface Editing {
  text: string;
  /** The settings in the text; if that cannot be read, those that it held last. */
  settings: EndpointSettings;
  draft: Draft;
  /** Why the text cannot be read. */
  problem: TextProblem | undefined;
  faults: readonly Fault[];
}

/** @param settings as they are stored, perhaps by a newer program, which knows more of them */
export function beginEditing(settings: EndpointSettings): Editing {
  return editText({ settings, draft: draftOf({}), faults: [] }, settingsText(settings));
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
export function editText(
  before: Pick<Editing, 'settings' | 'draft' | 'faults'>,
  text: string,
): Editing {
  const read = readSettingsText(text);
  if ('problem' in read) return { ...before, text, problem: read.problem };
  const { settings } = read;
  const faults = faultsOf(settings);
  return { text, settings, draft: draftOf(settings), problem: undefined, faults };
}

/** Whether two settings say the same in the same order. */
export function isSame(one: EndpointSettings, other: EndpointSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether something would be lost if the user left. A scheme that was chosen, without its secret, is nothing yet. */
export function isChanged(editing: Editing, stored: EndpointSettings): boolean {
  const { text, settings, problem, draft } = editing;
  if (problem !== undefined) return text !== settingsText(stored);
  const { verify: _onlyChosen, ...others } = settings;
  const compared = stored.verify === undefined && isOnlyChosen(editing) ? others : settings;
  return !isSame(compared, stored) || faultsOfFields(draft).length > 0;
}

/** Whether a scheme was chosen, and nothing else is known of it yet that it needs. */
function isOnlyChosen({ draft: { verify }, faults }: Editing): boolean {
  return verify !== undefined && isUntouched(verify) && faults.some(isMissingSecret);
}

/** The settings with the setting-up of a scheme begun, unless they verify signatures already. */
export function beginSetUp(editing: Editing, scheme: string): Editing {
  const { draft, problem } = editing;
  if (problem !== undefined || draft.verify !== undefined) return editing;
  return editFields({ ...draft, verify: withScheme(undefined, scheme) });
}

/** The same settings with words in the place of secrets that were typed, for showing them. */
export function withoutTypedSecrets(settings: EndpointSettings): EndpointSettings {
  const { verify } = settings;
  if (verify?.secrets === undefined) return settings;
  const secrets = verify.secrets.map((secret) =>
    typeof secret === 'string' ? '(a new secret)' : secret,
  );
  return { ...settings, verify: { ...verify, secrets } };
}
