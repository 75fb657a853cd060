import { EncryptedSecrets } from '../src/secrets/encrypted-secrets.ts';

/** For parts that keep none. */
export const noSecrets = new EncryptedSecrets(
  { keys: [], keyFile: undefined },
  { error: () => undefined },
);
