/** The secrets of an endpoint. */
export interface KeptSecrets {
  secrets: readonly string[];
  /** Those that were replaced, the newest first; a failed signature may be explained by one. */
  former: readonly string[];
}

/** They cannot be opened: they were encrypted under another key, or changed. The message is for everybody. */
export class SecretsUnreadable extends Error {
  override readonly name = 'SecretsUnreadable';
}

/** There is no key to keep secrets under. The message is for the operator. */
export class NoSecretsKey extends Error {
  override readonly name = 'NoSecretsKey';
}

/** Encrypts the secrets of endpoints, for the database. */
export interface Secrets {
  /** One sentence why this service can keep none; undefined if it can. */
  readonly refusal: string | undefined;
  /**
   * @returns the text that the database has
   * @throws {NoSecretsKey} (a rejection)
   * @throws {StoreUnavailable} (a rejection) if the key cannot be made for now
   */
  seal(endpointId: number, kept: KeptSecrets): Promise<string>;
  /** @throws {SecretsUnreadable} (a rejection) */
  open(endpointId: number, sealed: string): Promise<KeptSecrets>;
  /** Whether `seal` would use the same key now. */
  isCurrent(sealed: string): Promise<boolean>;
}
