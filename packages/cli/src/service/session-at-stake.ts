import type { Principal } from '@hookwell/client';
import { clientFor, type ServiceAccess } from './connect.ts';

/**
 * The guest whose session this is, if it still lives: once the session is gone, so are its endpoints.
 * `undefined` for every other credential, and where the service cannot tell.
 */
export async function guestBehind(access: ServiceAccess): Promise<Principal | undefined> {
  if (access.credential === undefined || 'apiKey' in access.credential) return undefined;
  const client = await clientFor(access);
  const principal = await client.auth.me({ retries: 0 }).catch(() => undefined);
  return principal?.isGuest ? principal : undefined;
}
