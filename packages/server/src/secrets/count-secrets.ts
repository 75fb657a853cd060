import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, keyCharacters } from '../database/tables.ts';
import type { EncryptedSecrets } from './encrypted-secrets.ts';

/** So many endpoints have secrets under the key that is at this place; under one that is not here if that is undefined. */
export interface CountedSecrets {
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
