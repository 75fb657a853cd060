import type { Config } from '../../config.ts';
import { endpointsText } from '../../secrets/count-secrets.ts';
import { EncryptedSecrets, secretsKeySetting } from '../../secrets/encrypted-secrets.ts';
import { openSecrets } from '../../secrets/open-secrets.ts';
import { StoreMigrationError } from './migration-error.ts';
import type { Source } from './source.ts';

/**
 * Has the source give its secrets as they are to stand in the target: under the first key of the setting.
 * @throws {StoreMigrationError} if there are secrets and no such key, or secrets that cannot be opened
 */
export async function moveSecrets(
  source: Source,
  config: Pick<Config, 'secretsKeys' | 'databaseUrl'>,
): Promise<void> {
  const count = source.countSecrets('all');
  if (count === 0) return;
  const { secretsKeys: keys } = config;
  if (keys.length === 0) {
    throw new StoreMigrationError(
      `the secrets of ${endpointsText(count)} need a key: set ${secretsKeySetting} to 32 bytes in Base64 ("openssl rand -base64 32" prints one), for this command and for the servers on --to`,
    );
  }
  const log = { error: () => undefined };
  const secrets = openSecrets(config, log);
  const target = new EncryptedSecrets({ keys, keyFile: undefined }, log);
  source.sealInstead = await secrets.sealerFor(target);
  const closed = source.countSecrets('closed');
  if (closed === 0) return;
  throw new StoreMigrationError(
    `the secrets of ${endpointsText(closed)} cannot be opened. ${secrets.keyPlaces}`,
  );
}
