import type { AccountRow, ApiKeyRow, EndpointRow } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';

/** An account as the audit names it: `ada@example.org`, or `account 42`. */
export function accountName({ id, email }: { id: number; email?: AccountRow['email'] }): string {
  return email ?? `account ${id}`;
}

/** `Shop (k3v9x0q2)`: whoever knows the whole token can send to it, so it is never written. */
export function endpointName({
  token,
  badge_name,
}: Pick<EndpointRow, 'token' | 'badge_name'>): string {
  const beginning = token.slice(0, 8);
  return badge_name === null || badge_name === beginning
    ? beginning
    : `${badge_name} (${beginning})`;
}

/** `CI (a1b2c)` */
export function keyName({ name, tracking_id }: Pick<ApiKeyRow, 'name' | 'tracking_id'>): string {
  return `${name} (${tracking_id})`;
}

/** Who calls: an email, or a key with whoever made it. */
export function callerName({ credential, person }: Pick<Caller, 'credential' | 'person'>): string {
  const { keyName } = credential;
  return keyName === undefined ? accountName(person) : `key ${keyName} of ${accountName(person)}`;
}
