import type { AccountRow, Database } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';

/** An account as the audit names it: `ada@example.org`, or `account 42`. */
export function accountName({ id, email }: Pick<AccountRow, 'id' | 'email'>): string {
  return email ?? `account ${id}`;
}

/** `Shop (k3v9x0q2)`: whoever knows the whole token can send to it, so it is never written. */
export function endpointName({
  token,
  badgeName,
}: {
  token: string;
  badgeName: string | null;
}): string {
  const beginning = token.slice(0, 8);
  return badgeName === null || badgeName === beginning ? beginning : `${badgeName} (${beginning})`;
}

/** `CI (a1b2c)` */
export function keyName({ name, trackingId }: { name: string; trackingId: string }): string {
  return `${name} (${trackingId})`;
}

/** The name of an account's endpoint as it is now; undefined if there is none. */
export async function findEndpointName(
  db: Database,
  accountId: number,
  token: string,
): Promise<string | undefined> {
  const endpoint = await db
    .selectFrom('endpoint')
    .select(['token', 'badge_name as badgeName'])
    .where('token', '=', token)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return endpoint && endpointName(endpoint);
}

/** The name of a key as it is now, by its own id or by that which its account knows; undefined if there is none. */
export async function findKeyName(
  db: Database,
  which: { id: number } | { account_id: number; tracking_id: string },
): Promise<string | undefined> {
  const key = await db
    .selectFrom('api_key')
    .select(['name', 'tracking_id as trackingId'])
    .where((eb) => eb.and(which))
    .executeTakeFirst();
  return key && keyName(key);
}

/** `share 12 of Shop (k3v9x0q2)`, `share 12 of request 345` */
export function shareName(id: number, shown: string | undefined): string {
  return `share ${id} of ${shown}`;
}

/** The name of an account's share; undefined if there is none. */
export async function findShareName(
  db: Database,
  accountId: number,
  id: number,
): Promise<string | undefined> {
  const share = await db
    .selectFrom('share')
    .innerJoin('endpoint', 'endpoint.id', 'share.endpoint_id')
    .select(['share.capture_id', 'endpoint.token', 'endpoint.badge_name as badgeName'])
    .where('share.id', '=', id)
    .where('share.account_id', '=', accountId)
    .executeTakeFirst();
  if (share === undefined) return undefined;
  const { capture_id, ...endpoint } = share;
  return shareName(id, capture_id === null ? endpointName(endpoint) : `request ${capture_id}`);
}

/** Who calls: an email, or a key with whoever made it. */
export async function findCallerName(
  db: Database,
  { credential, person }: Pick<Caller, 'credential' | 'person'>,
): Promise<string> {
  const maker = accountName(person);
  if (credential.kind === 'session') return maker;
  const key = await findKeyName(db, { id: credential.id });
  return `key ${key ?? '(gone)'} of ${maker}`;
}
