import { hintOf } from '@hookwell/core/rules';
import { lockSettings, raiseSettingsVersion } from '../database/locks.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Secrets } from './secrets.ts';

/**
 * Keeps a secret that a sender gave in its handshake as the only one of an endpoint, if this verifies that sender and has
 * none. The settings get a new version; the counting of attempts goes on.
 * @returns whether it was kept; false if the endpoint has a secret, or does not verify this sender
 * @throws {NoSecretsKey}
 * @throws {SecretsUnreadable} if there are former secrets that cannot be opened
 * @throws {StoreUnavailable}
 */
export async function keepHandshakeSecret(
  { db, secrets }: { db: Database; secrets: Secrets },
  { endpointId, scheme }: { endpointId: number; scheme: string },
  secret: string,
): Promise<boolean> {
  return await inTransaction(db, async (transaction) => {
    const locked = await lockSettings(transaction, { id: endpointId });
    if (locked === undefined) return false;
    const before = await transaction
      .selectFrom('endpoint_settings')
      .select(['document', 'secrets'])
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
    const document = before && withSecret(before.document, scheme, hintOf(secret));
    if (document === undefined) return false;
    const sealed = before?.secrets ?? null;
    const former = sealed === null ? [] : (await secrets.open(endpointId, sealed)).former;
    await transaction
      .updateTable('endpoint_settings')
      .set({
        version: await raiseSettingsVersion(transaction, locked),
        document,
        secrets: await secrets.seal(endpointId, {
          secrets: [secret],
          former: former.filter((one) => one !== secret),
        }),
      })
      .where('endpoint_id', '=', endpointId)
      .execute();
    return true;
  });
}

/** The settings with the hint of their first secret; undefined if they have one, or verify something else. */
function withSecret(document: string, scheme: string, hint: string): string | undefined {
  const settings: { verify?: { scheme: string; secrets?: unknown[] } } = JSON.parse(document);
  const { verify } = settings;
  if (verify?.scheme !== scheme || (verify.secrets?.length ?? 0) > 0) return undefined;
  return JSON.stringify({ ...settings, verify: { ...verify, secrets: [{ hint }] } });
}
