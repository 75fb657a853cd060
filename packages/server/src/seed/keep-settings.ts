import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EndpointSettings } from '@hookwell/contract';
import { isSameCounting, readSettings } from '@hookwell/replies';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Gives an endpoint these settings, unless it has them; `{}` is none. */
export async function keepSettings(
  transaction: Transaction<Tables>,
  endpointId: number,
  settings: EndpointSettings,
): Promise<void> {
  const found = await transaction
    .selectFrom('endpoint_settings')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  const before: EndpointSettings = found === undefined ? {} : JSON.parse(found.document);
  const document = JSON.stringify(settings);
  if (isDeepStrictEqual(before, JSON.parse(document))) return;
  const { settings_version: version } = await transaction
    .updateTable('endpoint')
    .set((eb) => ({ settings_version: eb('settings_version', '+', 1) }))
    .where('id', '=', endpointId)
    .returning('settings_version')
    .executeTakeFirstOrThrow();
  if (document === '{}') {
    await transaction
      .deleteFrom('endpoint_settings')
      .where('endpoint_id', '=', endpointId)
      .execute();
    return;
  }
  const goesOn =
    found !== undefined && isSameCounting(readSettings(before), readSettings(settings));
  const row = { version, counted_since: goesOn ? found.counted_since : version, document };
  await transaction
    .insertInto('endpoint_settings')
    .values({ endpoint_id: endpointId, hash_key: randomBytes(32).toString('hex'), ...row })
    .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet(row))
    .execute();
}
