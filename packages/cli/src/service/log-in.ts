import type { HookwellClient, Principal } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { clientFor, type ServiceAccess } from './connect.ts';
import { apiKeyCredential, type Credential } from './credential.ts';
import { type StoredLogins, writeStoredLogins } from './stored-logins.ts';

/** Whose credential it is, and the credential. */
export interface Login {
  principal: Principal;
  credential: Credential;
}

/** Whoever this API key is of, once the service has confirmed it. @throws HookwellError */
export async function logInByKey(address: string, text: string, source: string): Promise<Login> {
  const credential = apiKeyCredential(text, source);
  const client = await clientFor({ address, credential });
  return { principal: await client.auth.me(), credential };
}

/** A session of the account; the endpoints of the guest that was there before move into it. */
export async function logInByPassword(
  access: ServiceAccess,
  account: { email: string; password: string },
): Promise<Login> {
  return await withSession(access, (client) => client.auth.login(account));
}

/** A guest's session; where a session lives already, that one. */
export async function logInAsGuest(access: ServiceAccess): Promise<Login> {
  return await withSession(access, (client) => client.auth.guest());
}

async function withSession(
  { address, credential }: ServiceAccess,
  start: (client: HookwellClient) => Promise<Principal>,
): Promise<Login> {
  const [{ HookwellClient }, { ServiceFetch }] = await Promise.all([
    import('@hookwell/client'),
    import('./service-fetch.ts'),
  ]);
  const earlier =
    credential !== undefined && 'cookie' in credential ? credential.cookie : undefined;
  const service = new ServiceFetch(address, earlier);
  const principal = await start(new HookwellClient({ baseUrl: address, fetch: service.fetch }));
  if (service.cookie === undefined) {
    throw new CommandFailure(`${address} gave no session: is it a Hookwell service?`);
  }
  return { principal, credential: { cookie: service.cookie } };
}

/** Stores the login; commands go to this service from now on. @throws CommandFailure */
export async function storeLogin(
  surroundings: Pick<Surroundings, 'environment'>,
  earlier: StoredLogins,
  { address, credential }: { address: string; credential: Credential },
): Promise<void> {
  const credentials = { ...earlier.credentials, [address]: credential };
  await writeStoredLogins(surroundings, { address, credentials });
}

/** Forgets the login, where there is one. @throws CommandFailure */
export async function forgetLogin(
  surroundings: Pick<Surroundings, 'environment'>,
  { address: latest, credentials }: StoredLogins,
  address: string,
): Promise<void> {
  const { [address]: _forgotten, ...others } = credentials;
  await writeStoredLogins(surroundings, {
    ...(latest === undefined || latest === address ? {} : { address: latest }),
    credentials: others,
  });
}

/** `ada@example.com` or `a guest`, with the plan. */
export function describePrincipal({ email, isGuest, plan }: Principal): string {
  return `${isGuest ? 'a guest' : (email ?? 'an account without an email')} (plan ${plan})`;
}

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
