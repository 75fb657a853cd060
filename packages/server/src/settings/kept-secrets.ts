import { hintOf, type SecretHint, SettingsError, type VerifyingSettings } from '@hookwell/replies';
import { checkKey } from '@hookwell/signatures/verify';
import type { KeptSecrets } from '../secrets/secrets.ts';

/** So many replaced secrets are kept, to explain signatures that were made with one of them. */
const mostFormer = 3;

export const noSecrets: KeptSecrets = { secrets: [], former: [] };

/**
 * The secrets of an endpoint once these settings are put: a hint stands for the kept secret with that hint, the second of
 * equal hints for the second such secret. What is no longer one of them becomes a former secret.
 * @throws {SettingsError} if a hint stands for none, or a secret cannot be one of the scheme
 */
export function keptSecrets(verify: VerifyingSettings, before: KeptSecrets): KeptSecrets {
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

export function isSameSecrets(one: KeptSecrets, other: KeptSecrets): boolean {
  return isSameList(one.secrets, other.secrets) && isSameList(one.former, other.former);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
