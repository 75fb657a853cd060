import type { Config } from '../config.ts';
import { secretsKeyFileOf } from '../store/open-store.ts';
import { EncryptedSecrets, type FailureLog } from './encrypted-secrets.ts';

/** The secrets of a service with this configuration, whose store is open. */
export function openSecrets(
  { secretsKeys, databaseUrl }: Pick<Config, 'secretsKeys' | 'databaseUrl'>,
  log: FailureLog,
): EncryptedSecrets {
  return new EncryptedSecrets({ keys: secretsKeys, keyFile: secretsKeyFileOf(databaseUrl) }, log);
}
