import { EncryptedSecrets } from '../src/secrets/encrypted-secrets.ts';

/** For parts that keep none. */
export const noSecrets = new EncryptedSecrets(
  { key: undefined, keyFile: undefined },
  { error: () => undefined },
);
