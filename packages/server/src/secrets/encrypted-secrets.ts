import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Database, keyCharacters } from '../database/tables.ts';
import { secretsKeyFileOf } from '../store/open-store.ts';
import { readKeyFile, readOrMakeKeyFile } from './key-file.ts';
import {
  fingerprintOf,
  openText,
  type SecretsKey,
  sealText,
  sealTextInstead,
  secretsKeyOf,
} from './sealed-text.ts';
import { type KeptSecrets, NoSecretsKey, type Secrets, SecretsUnreadable } from './secrets.ts';

interface SecretsKeys {
  /** HOOKWELL_SECRETS_KEY: 32 bytes each. The first one encrypts. */
  keys: readonly Uint8Array[];
  /** A file beside the database, which has the key if there is none in the settings. */
  keyFile: string | undefined;
}

export const secretsKeySetting = 'HOOKWELL_SECRETS_KEY';

/** A server's log, or none. */
interface FailureLog {
  error(fields: { err: unknown }, message: string): void;
}

/** Gives a sealed text in place of another one, or undefined if this one cannot be opened. */
export type SealInstead = (endpointId: number, sealed: string) => string | undefined;

/**
 * Keeps secrets under the first key of the settings, else under that of the key file, which is made when it is first needed. Those
 * under another of these keys are still opened.
 */
export class EncryptedSecrets implements Secrets {
  readonly refusal: string | undefined;
  readonly #given: readonly SecretsKey[];
  readonly #file: string | undefined;
  readonly #log: FailureLog;
  #inFile: SecretsKey | undefined;

  constructor({ keys, keyFile }: SecretsKeys, log: FailureLog) {
    this.#given = keys.map(secretsKeyOf);
    this.#file = keyFile;
    this.#log = log;
    if (keys.length === 0 && keyFile === undefined) {
      this.refusal = `This service cannot keep secrets: its operator has to set ${secretsKeySetting}`;
    }
  }

  async seal(endpointId: number, kept: KeptSecrets): Promise<string> {
    return sealText(await this.#currentKey(), endpointId, textOf(kept));
  }

  async open(endpointId: number, sealed: string): Promise<KeptSecrets> {
    const key = await this.#keyOf(fingerprintOf(sealed));
    if (key === undefined) {
      throw new SecretsUnreadable('The kept secrets were encrypted under a key that is not here');
    }
    const text = openText(key, endpointId, sealed);
    if (text === undefined) throw new SecretsUnreadable('The kept secrets are damaged');
    // It was sealed here, so it is what `textOf` made.
    return JSON.parse(text) as KeptSecrets;
  }

  async isCurrent(sealed: string): Promise<boolean> {
    const current = this.#given[0] ?? (await this.#readFile());
    return current !== undefined && current.fingerprint === fingerprintOf(sealed);
  }

  /** The places where an operator gives the keys, in a sentence. */
  get keyPlaces(): string {
    const file = this.#file === undefined ? '' : `, or put it into ${this.#file}`;
    return `Add the key that they had to ${secretsKeySetting}${file}; else enter them anew.`;
  }

  /** The place of the key that a text was encrypted under: the name of a setting, or a file; undefined if it is not here. */
  async placeOfKey(sealed: string): Promise<string | undefined> {
    const key = await this.#keyOf(fingerprintOf(sealed));
    if (key === undefined) return undefined;
    return this.#given.includes(key) ? secretsKeySetting : this.#file;
  }

  /**
   * A function that encrypts secrets of these keys under the current one of others: the same text each time, so that an
   * interrupted move can go on.
   */
  async sealerFor(others: EncryptedSecrets): Promise<SealInstead> {
    const inFile = await this.#readFile();
    const keys = inFile === undefined ? this.#given : [...this.#given, inFile];
    const current = await others.#currentKey();
    return (endpointId, sealed) => {
      const fingerprint = fingerprintOf(sealed);
      if (fingerprint === current.fingerprint) return sealed;
      const key = keys.find((one) => one.fingerprint === fingerprint);
      const text = key && openText(key, endpointId, sealed);
      return text === undefined ? undefined : sealTextInstead(current, endpointId, text, sealed);
    };
  }

  async #currentKey(): Promise<SecretsKey> {
    const [given] = this.#given;
    if (given !== undefined) return given;
    if (this.#file === undefined) throw new NoSecretsKey(this.refusal);
    try {
      if (this.#inFile === undefined) {
        this.#inFile = secretsKeyOf(await readOrMakeKeyFile(this.#file));
      } else await checkKeyFile(this.#file, this.#inFile);
      return this.#inFile;
    } catch (error) {
      this.#log.error({ err: error }, 'No secret can be kept');
      throw error;
    }
  }

  async #keyOf(fingerprint: string | undefined): Promise<SecretsKey | undefined> {
    if (fingerprint === undefined) return undefined;
    const given = this.#given.find((key) => key.fingerprint === fingerprint);
    if (given !== undefined) return given;
    const inFile = await this.#readFile();
    return inFile?.fingerprint === fingerprint ? inFile : undefined;
  }

  /** A file that is no key opens nothing. */
  async #readFile(): Promise<SecretsKey | undefined> {
    if (this.#inFile !== undefined || this.#file === undefined) return this.#inFile;
    try {
      const key = await readKeyFile(this.#file);
      if (key !== undefined) this.#inFile ??= secretsKeyOf(key);
    } catch (error) {
      if (!(error instanceof NoSecretsKey)) throw error;
      this.#log.error({ err: error }, 'The key file of the secrets cannot be used');
    }
    return this.#inFile;
  }
}

/**
 * After a restart nothing could be opened that is encrypted under a key whose file is gone.
 * @throws {NoSecretsKey} if the file has another key by now, or none
 */
async function checkKeyFile(file: string, { fingerprint }: SecretsKey): Promise<void> {
  const now = await readKeyFile(file);
  if (now !== undefined && secretsKeyOf(now).fingerprint === fingerprint) return;
  throw new NoSecretsKey(
    `${file} is ${now === undefined ? 'gone' : 'another key'} since the service began to use it: put the right file back, or restart the service and enter all secrets anew`,
  );
}

function textOf({ secrets, former }: KeptSecrets): string {
  return JSON.stringify({ secrets, former });
}

/** The secrets of a service with this configuration, whose store is open. */
export function openSecrets(
  { secretsKeys, databaseUrl }: Pick<Config, 'secretsKeys' | 'databaseUrl'>,
  log: FailureLog,
): EncryptedSecrets {
  return new EncryptedSecrets({ keys: secretsKeys, keyFile: secretsKeyFileOf(databaseUrl) }, log);
}

/** So many endpoints have secrets under the key that is at this place; under one that is not here if that is undefined. */
interface CountedSecrets {
  place: string | undefined;
  endpoints: number;
}

/** Counts the endpoints with secrets. Nothing is decrypted. */
export async function countSecrets(
  db: Database,
  secrets: EncryptedSecrets,
): Promise<CountedSecrets[]> {
  const beginning = sql<string>`substr(secrets, 1, ${sql.lit(keyCharacters)})`;
  const rows = await db
    .selectFrom('endpoint_settings')
    .select(({ fn }) => [beginning.as('beginning'), fn.countAll<number>().as('count')])
    .where('secrets', 'is not', null)
    .groupBy(beginning)
    .execute();
  const byPlace = new Map<string | undefined, number>();
  for (const { beginning, count } of rows) {
    const place = await secrets.placeOfKey(beginning);
    byPlace.set(place, (byPlace.get(place) ?? 0) + Number(count));
  }
  return [...byPlace].map(([place, endpoints]) => ({ place, endpoints }));
}

export function endpointsText(count: number): string {
  return count === 1 ? '1 endpoint' : `${count} endpoints`;
}

/** Warns if there are secrets that cannot be opened. */
export async function warnOfClosedSecrets(
  db: Database,
  secrets: EncryptedSecrets,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const counted = await countSecrets(db, secrets);
  const endpoints = counted.find(({ place }) => place === undefined)?.endpoints;
  if (endpoints === undefined) return;
  log.warn(
    { endpoints },
    `The secrets of ${endpointsText(endpoints)} were encrypted under a key that is not here, so their requests cannot be verified. ${secrets.keyPlaces}`,
  );
}
