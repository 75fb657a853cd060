import { readStoredSettings, type Settings } from '@hookwell/core/rules';
import { KeyedHash } from '@hookwell/core/signatures/verify';
import type { Database } from '../database/tables.ts';
import type { Count } from '../fairness/long-work.ts';
import { type Secrets, SecretsUnreadable } from '../secrets/secrets.ts';
import { EndpointVerifier, type OpenedSecrets } from '../signatures/endpoint-verifier.ts';
import { noSettings } from './kept-headers.ts';

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
  /** The terms of all matches together. */
  terms: number;
}

/** The result of reading settings. */
export interface ReadSettings {
  /** Undefined if the endpoint has none. */
  read: SettingsAtVersion | undefined;
  /** Why the document is none that this server understands: then the settings are empty. */
  fault?: unknown;
  /** Why the secrets cannot be opened: then no request can be verified. */
  secretsFault?: unknown;
}

/**
 * Reads the settings of an endpoint.
 * @param count counts the time that making them of their text takes
 * @throws {StoreUnavailable} if the database does not answer
 */
export async function readSettingsRow(
  { db, secrets }: { db: Database; secrets: Secrets },
  endpointId: number,
  count: Count,
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
  return count(() => {
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
      terms: termsOf(settings),
    };
    return { read, fault, secretsFault };
  });
}

function termsOf({ replies }: Settings): number {
  return replies.reduce((sum, { when }) => sum + (when?.terms.length ?? 0), 0);
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
