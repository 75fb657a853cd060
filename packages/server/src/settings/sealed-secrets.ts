import { type Settings, SettingsError, type VerifyingSettings } from '@hookwell/replies';
import { Refusal } from '../refusal.ts';
import {
  type KeptSecrets,
  NoSecretsKey,
  type Secrets,
  SecretsUnreadable,
} from '../secrets/secrets.ts';
import { isSameSecrets, keptSecrets, noSecrets } from './kept-secrets.ts';

/** The secrets of an endpoint for its row, as settings that are put want them. */
export interface SealedSecrets {
  /** Null if there are none. */
  text: string | null;
  /** Whether they are what they were, whichever key they are under. */
  isSame: boolean;
}

/**
 * Encrypts the secrets that an endpoint has once settings are put.
 * @param before those that it has now
 * @throws {Refusal} if a hint stands for no secret, or secrets cannot be kept
 */
export async function sealedSecrets(
  secrets: Secrets,
  endpointId: number,
  { verify }: Settings,
  before: string | null,
): Promise<SealedSecrets> {
  if (verify === undefined) return { text: null, isSame: before === null };
  if (secrets.refusal !== undefined) {
    throw new Refusal('secretsNotKept', { sentence: secrets.refusal });
  }
  const known = await openedSecrets(secrets, endpointId, verify, before);
  const kept = resolved(verify, known ?? noSecrets);
  const isSame = known !== undefined && isSameSecrets(kept, known);
  if (isSame && (before === null || (await secrets.isCurrent(before)))) {
    return { text: before, isSame };
  }
  if (isSameSecrets(kept, noSecrets)) return { text: null, isSame };
  try {
    return { text: await secrets.seal(endpointId, kept), isSame };
  } catch (error) {
    if (!(error instanceof NoSecretsKey)) throw error;
    throw new Refusal('secretsNotKept', {
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
    throw new Refusal('secretsNotKept', {
      sentence: `${error.message}: write the secrets themselves, or have the operator bring their key back`,
      cause: error,
    });
  }
}

function resolved(verify: VerifyingSettings, before: KeptSecrets): KeptSecrets {
  try {
    return keptSecrets(verify, before);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Refusal('invalidInput', { sentence: error.message });
  }
}
