import type { EndpointSettings } from '@hookwell/client';
import { faultsOfSettings, ShapeError } from '@hookwell/core/rules';
import { at } from '../../detail/json/json-document.ts';
import { pathOf } from '../../detail/json/json-path.ts';
import { scanJson } from '../../detail/json/scan-json.ts';
import { type Draft, draftOf, settingsOf } from './draft.ts';
import { isUntouched, withScheme } from './draft-verify.ts';
import { type Fault, faultsOf, faultsOfFields, isMissingSecret } from './faults.ts';

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

/** Why a text holds no settings that can be edited in fields. */
export interface TextProblem {
  /** A sentence without its full stop. */
  sentence: string;
  /** The index of the character at which the text stops being JSON. */
  offset?: number;
}

/** Writes settings as people read them. */
export function settingsText(settings: EndpointSettings): string {
  return JSON.stringify(settings, null, 2);
}

/** Reads a text as far as its shape goes: whether each part makes sense is another question. */
function readSettingsText(text: string): { settings: EndpointSettings } | { problem: TextProblem } {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return { problem: jsonProblem(text) };
  }
  const misshapen = faultsOfSettings(value).find((fault) => fault instanceof ShapeError);
  if (misshapen !== undefined) return { problem: { sentence: misshapen.message } };
  // Each part is of the kind that belongs there.
  return { settings: value as EndpointSettings };
}

function jsonProblem(text: string): TextProblem {
  const scanned = scanJson(text);
  if (scanned.ok) return { sentence: 'the text is nested too deeply' };
  const { offset, message } = scanned.fault;
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { sentence: `line ${before.length}, column ${column}: ${message}`, offset };
}

/** Finds the value in a JSON text that a place such as `replies[2].plan[0]` names; `undefined` if there is none. */
export function placeInText(
  text: string,
  place: string,
): { start: number; end: number } | undefined {
  const scanned = scanJson(text);
  if (!scanned.ok) return undefined;
  const { document } = scanned;
  const wanted = withoutNeedlessBrackets(place);
  for (let node = 1; node < document.size; node++) {
    const path = withoutNeedlessBrackets(pathOf(document, node, 'javascript'));
    if (path === wanted) return { start: at(document.starts, node), end: at(document.ends, node) };
  }
  return undefined;
}

/** `headers["location"]` and `headers.location` are the same place. */
function withoutNeedlessBrackets(path: string): string {
  return path.replace(/\["([\p{ID_Start}$_][\p{ID_Continue}$]*)"\]/gu, '.$1');
}
