import type { HookwellClient, Principal } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { clientFor, findAccess, type ServiceAccess } from './connect.ts';
import { apiKeyCredential, type Credential } from './credential.ts';
import { statusOf } from './service-failure.ts';
import { type StoredLogins, writeStoredLogins } from './stored-logins.ts';

/** A credential and its account. */
export interface Login {
  principal: Principal;
  credential: Credential;
}

/**
 * The account of this API key, as the service tells it.
 * @throws {CommandFailure} if the text does not look like an API key
 * @throws {HookwellError} if the service does not accept the key
 */
export async function logInByKey(
  access: ServiceAccess,
  text: string,
  source: string,
): Promise<Login> {
  const { address } = access;
  const credential = apiKeyCredential(text, source);
  const client = await clientFor({ ...access, credential, keySource: undefined });
  const principal = await client.auth.me().catch((error: unknown) => {
    const sentence = `${address} does not accept this API key: is it another service's, or was it deleted?`;
    throw statusOf(error) === 401 ? new CommandFailure(sentence, { cause: error }) : error;
  });
  return { principal, credential };
}

/** A session of the account; the endpoints of an earlier guest move into it. */
export async function logInByPassword(
  access: ServiceAccess,
  account: { email: string; password: string },
): Promise<Login> {
  return await withSession(access, (client) => client.auth.login(account));
}

/** A session of a new account, which a guest that is logged in becomes. */
export async function registerAccount(
  access: ServiceAccess,
  account: { email: string; password: string },
): Promise<Login> {
  return await withSession(access, (client) => client.auth.register(account));
}

/** A guest's session, or the session that lives already. */
export async function logInAsGuest(access: ServiceAccess): Promise<Login> {
  return await withSession(access, (client) => client.auth.guest());
}

/**
 * Begins a session by this call, which takes the place of the one that lives already.
 * @throws {CommandFailure} if there is no such service, or it does not let the user in
 */
export async function withSession(
  access: ServiceAccess,
  start: (client: HookwellClient) => Promise<Principal>,
): Promise<Login> {
  const { address, credential } = access;
  const [{ HookwellClient }, { ServiceFetch }] = await Promise.all([
    import('@hookwell/client'),
    import('./service-fetch.ts'),
  ]);
  const earlier =
    credential !== undefined && 'cookie' in credential ? credential.cookie : undefined;
  const service = new ServiceFetch(access, earlier);
  const client = new HookwellClient({ baseUrl: address, fetch: service.fetch });
  const principal = await start(client).catch((error: unknown) => {
    if (statusOf(error) !== 401 || !(error instanceof Error)) throw error;
    throw new CommandFailure(`${error.message}, says ${address}`, { cause: error });
  });
  if (service.cookie === undefined) {
    throw new CommandFailure(`${address} gave no session: is it a Hookwell service?`);
  }
  return { principal, credential: { cookie: service.cookie } };
}

/**
 * Stores the login; commands go to this service from now on.
 * @throws {CommandFailure} if it cannot be written
 */
export async function storeLogin(
  surroundings: Pick<Surroundings, 'environment'>,
  earlier: StoredLogins,
  { address, credential }: { address: string; credential: Credential },
): Promise<void> {
  const credentials = { ...earlier.credentials, [address]: credential };
  await writeStoredLogins(surroundings, { address, credentials });
}

/**
 * Forgets the login at this address, if there is one.
 * @throws {CommandFailure} if the file cannot be written
 */
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

/**
 * The service, and the credential that is stored for it: options and environment give an address here, but no key.
 * @throws {CommandFailure} if one of them cannot be an address
 */
export async function storedAccess(
  url: string | undefined,
  world: Surroundings,
): Promise<ServiceAccess> {
  const { HOOKWELL_API_KEY: _, ...environment } = world.environment;
  return await findAccess({ url, key: undefined }, { ...world, environment, note: () => {} });
}

/** `ada@example.com` or `a guest`. */
export function nameOf({ email, isGuest }: Principal): string {
  return isGuest ? 'a guest' : (email ?? 'an account without an email');
}

/** The same, or another name, with the plan. */
export function describePrincipal(principal: Principal, name = nameOf(principal)): string {
  return `${name} (plan ${principal.plan})`;
}

/** The account of the credential; `undefined` without one, if it no longer counts, and if the service does not answer. */
export async function principalBehind(access: ServiceAccess): Promise<Principal | undefined> {
  if (access.credential === undefined) return undefined;
  const client = await clientFor(access);
  return await client.auth.me({ retries: 0 }).catch(() => undefined);
}

/**
 * The guest of this session, if the session still lives: its endpoints go with it. `undefined` for every other
 * credential, and if the service does not answer.
 */
export async function guestBehind(access: ServiceAccess): Promise<Principal | undefined> {
  if (access.credential === undefined || 'apiKey' in access.credential) return undefined;
  const principal = await principalBehind(access);
  return principal?.isGuest ? principal : undefined;
}
