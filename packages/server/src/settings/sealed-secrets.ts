import type { XHeaderChoice } from '@hookwell/core/api/settings-names';
import {
  hintOf,
  readSettings,
  type SecretHint,
  type Settings,
  SettingsError,
  type VerifyingSettings,
} from '@hookwell/core/rules';
import { checkKey } from '@hookwell/core/signatures/verify';
import { ApiError } from '../api-error.ts';
import {
  type KeptSecrets,
  NoSecretsKey,
  type Secrets,
  SecretsUnreadable,
} from '../secrets/secrets.ts';

/** So many replaced secrets are kept, to explain signatures that were made with one of them. */
const mostFormer = 3;

const noSecrets: KeptSecrets = { secrets: [], former: [] };

/**
 * The secrets of an endpoint once these settings are put: a hint stands for the kept secret with that hint, the second of
 * equal hints for the second such secret. What is no longer one of them becomes a former secret.
 * @throws {SettingsError} if a hint stands for none, or a secret cannot be one of the scheme
 */
function keptSecrets(verify: VerifyingSettings, before: KeptSecrets): KeptSecrets {
  const secrets = resolved(verify.secrets, before.secrets);
  for (const [index, secret] of secrets.entries()) {
    const fault = checkKey(verify, secret);
    if (fault !== undefined) throw new SettingsError(`verify.secrets[${index}]`, fault);
  }
  const former = new Set([...before.secrets, ...before.former]);
  for (const secret of secrets) former.delete(secret);
  return { secrets, former: [...former].slice(0, mostFormer) };
}

function resolved(
  secrets: readonly (string | SecretHint)[],
  kept: readonly string[],
): readonly string[] {
  const left = kept.map((secret) => ({ secret, hint: hintOf(secret) }));
  return secrets.map((secret, index) => {
    if (typeof secret === 'string') return secret;
    const at = left.findIndex(({ hint }) => hint === secret.hint);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    if (found !== undefined) return found.secret;
    throw new SettingsError(
      `verify.secrets[${index}]`,
      'there is no kept secret with this hint: write the secret itself',
    );
  });
}

function isSameSecrets(one: KeptSecrets, other: KeptSecrets): boolean {
  return isSameList(one.secrets, other.secrets) && isSameList(one.former, other.former);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** The secrets of an endpoint for its row, as settings that are put want them. */
interface SealedSecrets {
  /** Null if there are none. */
  text: string | null;
  /** Whether they are what they were, whichever key they are under. */
  isSame: boolean;
}

/**
 * Encrypts the secrets that an endpoint has once settings are put.
 * @param before those that it has now
 * @throws {ApiError} if a hint stands for no secret, or secrets cannot be kept
 */
export async function sealedSecrets(
  secrets: Secrets,
  endpointId: number,
  { verify }: Settings,
  before: string | null,
): Promise<SealedSecrets> {
  if (verify === undefined) return { text: null, isSame: before === null };
  if (secrets.refusal !== undefined) {
    throw new ApiError('secretsNotKept', { sentence: secrets.refusal });
  }
  const known = await openedSecrets(secrets, endpointId, verify, before);
  const kept = resolvedSecrets(verify, known ?? noSecrets);
  const isSame = known !== undefined && isSameSecrets(kept, known);
  if (isSame && (before === null || (await secrets.isCurrent(before)))) {
    return { text: before, isSame };
  }
  if (isSameSecrets(kept, noSecrets)) return { text: null, isSame };
  try {
    return { text: await secrets.seal(endpointId, kept), isSame };
  } catch (error) {
    if (!(error instanceof NoSecretsKey)) throw error;
    throw new ApiError('secretsNotKept', {
      sentence: 'This service cannot keep secrets now: its log says why',
      cause: error,
    });
  }
}

/** Undefined if they cannot be opened and nothing asks for one of them: those that are put take their place. */
async function openedSecrets(
  secrets: Secrets,
  endpointId: number,
  verify: VerifyingSettings,
  before: string | null,
): Promise<KeptSecrets | undefined> {
  if (before === null) return noSecrets;
  try {
    return await secrets.open(endpointId, before);
  } catch (error) {
    if (!(error instanceof SecretsUnreadable)) throw error;
    if (verify.secrets.every((secret) => typeof secret === 'string')) return undefined;
    throw new ApiError('secretsNotKept', {
      sentence: `${error.message}: write the secrets themselves, or have the operator bring their key back`,
      cause: error,
    });
  }
}

function resolvedSecrets(verify: VerifyingSettings, before: KeptSecrets): KeptSecrets {
  try {
    return keptSecrets(verify, before);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new ApiError('invalidInput', { sentence: error.message });
  }
}

/**
 * Settings that say nothing about secrets, with the hints of those that the endpoint has for the same scheme: a sender gives
 * its secret once, so the same file that is applied again must not remove it.
 */
export function withLeftSecrets(read: NewSettings, before: string | undefined): NewSettings {
  const { verify } = read.settings;
  if (!read.leavesSecrets || verify === undefined || before === undefined) return read;
  const kept: { verify?: { scheme: string; secrets?: SecretHint[] } } = JSON.parse(before);
  const secrets = kept.verify?.secrets;
  if (secrets === undefined || kept.verify?.scheme !== verify.scheme) return read;
  const document = JSON.parse(read.document);
  return {
    ...read,
    settings: { ...read.settings, verify: { ...verify, secrets } },
    document: JSON.stringify({ ...document, verify: { ...document.verify, secrets } }),
  };
}

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
 * @throws {ApiError} `invalidInput`, whose sentence begins with the place
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
    throw new ApiError('invalidInput', { sentence: error.message });
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
