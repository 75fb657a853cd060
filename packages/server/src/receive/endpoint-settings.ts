import type { Match } from '@hookwell/core/match';
import { readStoredSettings, type Settings } from '@hookwell/core/rules';
import { KeyedHash } from '@hookwell/core/signatures/verify';
import type { Database } from '../database/tables.ts';
import { RecentByBytes } from '../fairness/recent-by-bytes.ts';
import type { Parts } from '../parts.ts';
import { type Secrets, SecretsUnreadable } from '../secrets/secrets.ts';
import { EndpointVerifier, type OpenedSecrets } from '../signatures/endpoint-verifier.ts';
import { noSettings } from './stored-headers.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** The documents of the settings that are kept. In memory each takes some times the length of its text. */
const mostDocumentBytes = 8 * 1024 * 1024;
/** The memory of an entry beside its document, as bytes of a document. */
const entryBytes = 1024;

/** The settings that are wanted: of which endpoint, and since which version. */
export interface WantedSettings {
  id: number;
  settingsSince: number | undefined;
}

/** The settings of the endpoints that were used last. They are read when they are first needed. */
export class KnownSettings {
  readonly #source: Parameters<typeof readSettingsRow>[0];
  readonly #known = new RecentByBytes<number, SettingsAtVersion>(
    mostDocumentBytes,
    ({ document, secrets }) =>
      secrets.reduce((sum, secret) => sum + secret.length, document.length + entryBytes),
  );
  /** Of the endpoints whose settings are being read. */
  readonly #reading = new Map<number, Promise<SettingsAtVersion | undefined>>();
  readonly #parts: Pick<Parts, 'log'>;

  constructor(parts: Pick<Parts, 'store' | 'secrets' | 'log'>) {
    this.#source = { db: parts.store.db, secrets: parts.secrets };
    this.#parts = parts;
  }

  /** The settings of this version, if they are known. */
  get({ id, settingsSince }: WantedSettings): SettingsAtVersion | undefined {
    const known = this.#known.get(id);
    return known?.version === settingsSince ? known : undefined;
  }

  /**
   * The settings as they are now; undefined if they have another version. All who ask at the same time wait for one
   * query.
   * @throws {StoreUnavailable} if the database does not answer
   * @throws {Overloaded} if the request has to give way before
   */
  async read(
    wanted: WantedSettings,
    party: number,
    request: Pick<WaitingRequest, 'for'>,
  ): Promise<SettingsAtVersion | undefined> {
    const known = this.get(wanted);
    if (known !== undefined) return known;
    const reading = this.#reading.get(wanted.id) ?? this.#begin(wanted.id, party);
    const read = await request.for(reading);
    return read?.version === wanted.settingsSince ? read : undefined;
  }

  #begin(endpointId: number, party: number): Promise<SettingsAtVersion | undefined> {
    const reading = this.#readRow(endpointId, party).finally(() =>
      this.#reading.delete(endpointId),
    );
    this.#reading.set(endpointId, reading);
    return reading;
  }

  async #readRow(endpointId: number, party: number): Promise<SettingsAtVersion | undefined> {
    const { read, fault, secretsFault } = await readSettingsRow(this.#source, endpointId);
    if (fault !== undefined) {
      this.#parts.log.error(
        { err: fault, endpointId },
        'The settings of an endpoint cannot be read: its captures are acknowledged',
      );
    }
    if (secretsFault !== undefined) {
      this.#parts.log.error(
        { err: secretsFault, endpointId },
        'The secrets of an endpoint cannot be opened: its requests are not verified',
      );
    }
    if (read === undefined) this.#known.delete(endpointId);
    else this.#known.set(endpointId, read, party);
    return read;
  }
}

/** The settings of an endpoint under one version. */
export interface SettingsAtVersion {
  version: number;
  /** The version with which the counting of attempts began. */
  countedSince: number;
  /** The key under which ids of senders are hashed. */
  hashKey: KeyedHash;
  settings: Settings;
  /** The secrets of `verify`; none where these cannot be opened. */
  secrets: readonly string[];
  /** Undefined if the endpoint verifies no requests. */
  verifier: EndpointVerifier | undefined;
  /** JSON text. */
  document: string;
  /** Of all matches together, see `costOf`. */
  cost: number;
}

/** The result of reading settings. */
interface ReadSettings {
  /** Undefined if the endpoint has none. */
  read: SettingsAtVersion | undefined;
  /** Why the document is none that this server understands: then the settings are empty. */
  fault?: unknown;
  /** Why the secrets cannot be opened: then no request can be verified. */
  secretsFault?: unknown;
}

/**
 * Reads the settings of an endpoint.
 * @throws {StoreUnavailable} if the database does not answer
 */
async function readSettingsRow(
  { db, secrets }: { db: Database; secrets: Secrets },
  endpointId: number,
): Promise<ReadSettings> {
  const row = await db
    .selectFrom('endpoint_settings')
    .select([
      'version',
      'counted_since as countedSince',
      'hash_key as hashKey',
      'document',
      'secrets as sealed',
    ])
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined) return { read: undefined };
  const { opened, fault: secretsFault } = await openSecrets(secrets, endpointId, row.sealed);
  const { version, countedSince, document } = row;
  const hashKey = new KeyedHash(Buffer.from(row.hashKey, 'hex'));
  const { settings, fault } = parse(document);
  const { verify } = settings;
  const read = {
    version,
    countedSince,
    hashKey,
    settings,
    secrets: 'fault' in opened ? [] : opened.secrets,
    verifier: verify && new EndpointVerifier(verify, opened),
    document,
    cost: settings.replies.reduce((sum, { when }) => sum + (when ? costOf(when) : 0), 0),
  };
  return { read, fault, secretsFault };
}

/** A longer text is looked for by another algorithm of the engine, which takes ten times as long. */
const maxQuickCharacters = 200;

/** How often a match goes through a request at most: once by each term, as often as ten times by one with a long text. */
export function costOf({ terms }: Match): number {
  return terms.reduce(
    (sum, { start, end }) => sum + (end - start > maxQuickCharacters ? 10 : 1),
    0,
  );
}

/** Without secrets that can be opened, captures are still stored, and answered as the settings say. */
async function openSecrets(
  secrets: Secrets,
  endpointId: number,
  sealed: string | null,
): Promise<{ opened: OpenedSecrets; fault?: unknown }> {
  if (sealed === null) return { opened: { secrets: [], former: [] } };
  try {
    return { opened: await secrets.open(endpointId, sealed) };
  } catch (fault) {
    const reason =
      fault instanceof SecretsUnreadable ? `${fault.message}.` : 'The secrets could not be opened.';
    return { opened: { fault: reason }, fault };
  }
}

/** Without settings that can be read, captures are still stored and acknowledged. */
function parse(document: string): { settings: Settings; fault?: unknown } {
  try {
    return { settings: readStoredSettings(JSON.parse(document)) };
  } catch (fault) {
    // Nobody knows which of its headers is a secret.
    return { settings: { ...noSettings, xHeaders: 'drop' }, fault };
  }
}
