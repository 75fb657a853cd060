import type { EndpointSettings } from '@hookwell/contract';
import type { TestServer, Visitor } from '../start-server.ts';

/** Gives the endpoint of a visitor these settings. */
export async function putSettings(
  visitor: Visitor,
  token: string,
  settings: EndpointSettings,
): Promise<void> {
  const { store } = visitor.server as TestServer;
  const { id, settings_version: version } = await store.db
    .updateTable('endpoint')
    .set((eb) => ({ settings_version: eb('settings_version', '+', 1) }))
    .where('token', '=', token)
    .returning(['id', 'settings_version'])
    .executeTakeFirstOrThrow();
  const row = {
    version,
    counted_since: version,
    hash_key: 'ab'.repeat(32),
    document: JSON.stringify(settings),
  };
  await store.db
    .insertInto('endpoint_settings')
    .values({ endpoint_id: id, ...row })
    .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet(row))
    .execute();
}

/** Makes an endpoint that answers by these settings; gives its token. */
export async function endpointWith(visitor: Visitor, settings: EndpointSettings): Promise<string> {
  const token = await visitor.endpoint();
  await putSettings(visitor, token, settings);
  return token;
}
