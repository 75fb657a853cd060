import type { XHeaderChoice } from '@hookwell/core/api/settings-names';
import { hintOf, readSettings, type Settings, SettingsError } from '@hookwell/core/rules';
import { Refusal } from '../refusal.ts';

/** Settings as they are put. */
export interface NewSettings {
  settings: Settings;
  /** The same in JSON, with hints in place of secrets. */
  document: string;
  /** It verifies and says nothing about secrets: those that the sender gave in its handshake stay. */
  leavesSecrets: boolean;
}

/**
 * Reads a document that was sent.
 * @param unsaidXHeaders what this service does with X- headers where settings say nothing
 * @throws {Refusal} `invalidInput`, whose sentence begins with the place
 */
export function readDocument(document: unknown, unsaidXHeaders: XHeaderChoice): NewSettings {
  try {
    const settings = readSettings(document, unsaidXHeaders);
    return {
      settings,
      document: JSON.stringify(withHints(document, settings)),
      leavesSecrets: leavesSecrets(document, settings),
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refusal('invalidInput', { sentence: error.message });
  }
}

/** The document with a hint in place of each secret. */
function withHints(document: unknown, { verify }: Settings): unknown {
  if (verify === undefined) return document;
  const secrets = verify.secrets.map((secret) => ({
    hint: typeof secret === 'string' ? hintOf(secret) : secret.hint,
  }));
  // `readSettings` has found this object there.
  const written = Object(document).verify as { secrets?: unknown };
  if (written.secrets === undefined) return document;
  return { ...Object(document), verify: { ...written, secrets } };
}

function leavesSecrets(document: unknown, { verify }: Settings): boolean {
  return verify !== undefined && Object(document).verify.secrets === undefined;
}
