import type { NewCapture } from '../../src/capture-log/captures.ts';
import type { Store } from '../../src/store/store.ts';

let unique = 0;

export async function addAccount({ db }: Store): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      email: null,
      email_key: null,
      password_hash: null,
      plan: 'plus',
      status: 'active',
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addEndpoint({ db }: Store, accountId: number): Promise<number> {
  const { id } = await db
    .insertInto('endpoint')
    .values({
      account_id: accountId,
      token: `token-${process.pid}-${++unique}`,
      badge_name: null,
      created_at: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function addAccountWithEndpoint(
  store: Store,
): Promise<{ accountId: number; endpointId: number }> {
  const accountId = await addAccount(store);
  return { accountId, endpointId: await addEndpoint(store, accountId) };
}

/** Deletes an endpoint in the same way as the endpoints' routes. */
export async function deleteEndpoint({ db }: Store, endpointId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endpoint').where('id', '=', endpointId).execute();
    await transaction
      .insertInto('purge')
      .values({ endpoint_id: endpointId, through_id: Number.MAX_SAFE_INTEGER })
      .execute();
  });
}

/** Moves an endpoint in the same way as a merge. */
export async function moveEndpoint(
  { db }: Store,
  endpointId: number,
  accountId: number,
): Promise<void> {
  const moved = db.updateTable('endpoint').set({ account_id: accountId });
  await moved.where('id', '=', endpointId).execute();
}

export function newCapture(
  endpointId: number,
  {
    body = 'hello',
    ...rest
  }: Partial<Omit<NewCapture, 'body'>> & { body?: string | Uint8Array } = {},
): NewCapture {
  const bytes = Buffer.from(body);
  return {
    endpointId,
    settingsVersion: 0,
    receivedAt: 1_700_000_000_000,
    method: 'POST',
    target: '/wh/token',
    headers: '["Content-Type","text/plain"]',
    droppedHeaders: 0,
    ipAddress: '127.0.0.1',
    body: bytes.byteLength === 0 ? [] : [bytes],
    bodySize: bytes.byteLength,
    ...rest,
  };
}
