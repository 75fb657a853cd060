import { createSecretKey, type KeyObject } from 'node:crypto';
import { readSettings, type Settings } from '@hookwell/replies';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The settings of an endpoint under one version. */
export interface SettingsAtVersion {
  version: number;
  /** The version with which the counting of attempts began. */
  countedSince: number;
  /** The key under which ids of senders are hashed. */
  hashKey: KeyObject;
  settings: Settings;
  /** JSON text. */
  document: string;
}

/** The result of reading settings. */
export interface ReadSettings {
  /** Undefined if the endpoint has none. */
  read: SettingsAtVersion | undefined;
  /** The time that making them of their text took. */
  readingMs: number;
  /** Why the document is none that this server understands. Then the settings are empty. */
  fault?: unknown;
}

/**
 * Reads the settings of an endpoint.
 * @throws {StoreUnavailable} if the database does not answer
 */
export async function readSettingsRow(
  db: Kysely<Tables>,
  endpointId: number,
): Promise<ReadSettings> {
  const row = await db
    .selectFrom('endpoint_settings')
    .select(['version', 'counted_since as countedSince', 'hash_key as hashKey', 'document'])
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined) return { read: undefined, readingMs: 0 };
  const began = performance.now();
  const { version, countedSince, document } = row;
  const hashKey = createSecretKey(Buffer.from(row.hashKey, 'hex'));
  const parsed = parse(document);
  const read = { version, countedSince, hashKey, settings: parsed.settings, document };
  return { read, readingMs: performance.now() - began, fault: parsed.fault };
}

/** Without settings that can be read, captures are still stored and acknowledged. */
function parse(document: string): { settings: Settings; fault?: unknown } {
  try {
    return { settings: readSettings(JSON.parse(document)) };
  } catch (fault) {
    return { settings: readSettings({}), fault };
  }
}
