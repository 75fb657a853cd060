import type { Parts } from '../parts.ts';
import { FairScheduler } from '../rendering/fair-scheduler.ts';
import { RecentByBytes } from './recent-by-bytes.ts';
import { readSettingsRow, type SettingsAtVersion } from './settings-row.ts';

/** The documents of the settings that are kept. In memory each takes some times the length of its text. */
const mostDocumentBytes = 8 * 1024 * 1024;
/** What an entry takes besides, as bytes of a document. */
const entryBytes = 1024;

/** After settings that took long to read, the next ones wait for so many times as long. */
const pauseFactor = 3;
/** Reading them took long. */
const longReadMs = 1;

/** Whose settings are wanted, and under which version. */
export interface WantedSettings {
  id: number;
  accountId: number;
  settingsVersion: number;
}

/**
 * The settings of the endpoints that were used last. They are read when they are first needed, one document at a time,
 * those of the account that caused the least work first. So endpoints whose settings are too many to be kept cost the
 * event loop a quarter of its time at most, and others wait for one of them.
 */
export class KnownSettings {
  readonly #source: Parameters<typeof readSettingsRow>[0];
  readonly #log: Parts['log'];
  readonly #known = new RecentByBytes<number, SettingsAtVersion>(
    mostDocumentBytes,
    ({ document, secrets }) =>
      secrets.reduce((sum, secret) => sum + secret.length, document.length + entryBytes),
  );
  readonly #reading = new Map<number, Promise<SettingsAtVersion | undefined>>();
  readonly #turns = new FairScheduler();

  constructor({ store, secrets, log }: Pick<Parts, 'store' | 'secrets' | 'log'>) {
    this.#source = { db: store.db, secrets };
    this.#log = log;
  }

  /** The settings of this version, if they are known. */
  get({ id, settingsVersion }: WantedSettings): SettingsAtVersion | undefined {
    const known = this.#known.get(id);
    return known?.version === settingsVersion ? known : undefined;
  }

  /**
   * The settings as they are now; undefined if they have another version. All who ask at the same time wait for one
   * query.
   * @throws {StoreUnavailable} if the database does not answer
   */
  async read(wanted: WantedSettings): Promise<SettingsAtVersion | undefined> {
    const known = this.get(wanted);
    if (known !== undefined) return known;
    let reading = this.#reading.get(wanted.id);
    if (reading === undefined) {
      reading = this.#turns
        .runWaiting(wanted.accountId, () => this.#readRow(wanted.id))
        .finally(() => this.#reading.delete(wanted.id));
      this.#reading.set(wanted.id, reading);
    }
    const read = await reading;
    return read?.version === wanted.settingsVersion ? read : undefined;
  }

  async #readRow(endpointId: number): Promise<SettingsAtVersion | undefined> {
    const row = await readSettingsRow(this.#source, endpointId);
    const { read, readingMs, fault, secretsFault } = row;
    if (fault !== undefined) {
      this.#log.error(
        { err: fault, endpointId },
        'The settings of an endpoint cannot be read: its captures are acknowledged',
      );
    }
    if (secretsFault !== undefined) {
      this.#log.error(
        { err: secretsFault, endpointId },
        'The secrets of an endpoint cannot be opened: its requests are not verified',
      );
    }
    if (read === undefined) this.#known.delete(endpointId);
    else this.#known.set(endpointId, read);
    if (readingMs > longReadMs) {
      await new Promise((resolve) => setTimeout(resolve, readingMs * pauseFactor));
    }
    return read;
  }
}
