import type { HookwellClient, Principal } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { visible } from '../output/text.ts';
import { warnIfUnencrypted } from './address.ts';
import {
  clientFor,
  connectTo,
  findAccess,
  isEmpty,
  type ServiceAccess,
  type ServiceValues,
} from './connect.ts';
import { isNotFound } from './not-found.ts';
import { statusOf } from './service-failure.ts';
import {
  apiKeyCredential,
  type Credential,
  readStoredLogins,
  type StoredLogins,
  storedCredential,
  whileLoginsAreLocked,
  writeStoredLogins,
} from './stored-logins.ts';

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
async function withSession(
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

/**
 * Takes over the session that the page made a code for. The endpoints of a guest who is logged in already come along, once the user
 * has agreed: the code may be somebody else's.
 * @throws {CommandFailure} if the code does not work, or the user does not agree
 */
export async function logInByCode(
  access: ServiceAccess,
  code: string,
  world: Surroundings,
): Promise<Login> {
  try {
    const client = await clientFor({ ...access, credential: undefined });
    const principal = await client.auth.lookAtHandoff(code);
    await agreeToBring(access, principal, world);
    const taking = { code, bringEndpoints: true };
    return await withSession(access, ({ auth }) => auth.takeOver(taking));
  } catch (error) {
    if (!isNotFound(error) || error.message !== 'Not found') throw error;
    throw new CommandFailure(
      `${access.address} does not know this code: each works once, for ten minutes. "Use in the terminal" in the menu of the page makes another`,
      { cause: error },
    );
  }
}

async function agreeToBring(
  access: ServiceAccess,
  into: Principal,
  { ask }: Surroundings,
): Promise<void> {
  const guest = await guestBehind(access);
  if (guest === undefined || guest.id === into.id) return;
  const { length } = await (await clientFor(access)).endpoints.list();
  if (length === 0) return;
  const endpoints = length === 1 ? 'Its endpoint' : `Its ${length} endpoints`;
  const stored = `A guest session is stored for ${access.address}.`;
  const question = `${stored} ${endpoints} would move into the account of the code, ${visible(nameOf(into))}. Do that? [y/N] `;
  const answer = ask === undefined ? '' : (await ask(question)).trim().toLowerCase();
  if (answer === 'y' || answer === 'yes') return;
  throw new CommandFailure(`${stored} "hookwell logout" gives it up with all it captured`);
}

/**
 * A client like that of `connect`, and the address of its service. Without a login the user becomes a
 * guest: the session is stored, and a note says so. Commands that need no earlier endpoint use this.
 * @throws {CommandFailure} if HOOKWELL_API_KEY is set but empty
 * @throws {HookwellError} if the service starts no session
 */
export async function connectOrBeGuest(
  values: ServiceValues,
  world: Surroundings,
): Promise<{ client: HookwellClient; address: string }> {
  if (values.team !== undefined) return await connectTo(values, world);
  const access = await findAccess(values, world);
  const credential = access.credential ?? (await newGuest(access, values, world));
  return { client: await clientFor({ ...access, credential }), address: access.address };
}

async function newGuest(
  access: ServiceAccess,
  { url }: ServiceValues,
  world: Surroundings,
): Promise<Credential> {
  const { address } = access;
  // A pipeline without its secret must not go on as somebody else.
  if (isEmpty(world.environment.HOOKWELL_API_KEY)) {
    throw new CommandFailure('HOOKWELL_API_KEY is empty: unset it to go on as a guest');
  }
  return await whileLoginsAreLocked(world, async () => {
    const stored = await readStoredLogins(world);
    // Another command that began at the same time may have been quicker.
    const found = storedCredential(stored, address);
    if (found !== undefined) return found;
    warnIfUnencrypted(address, world);
    const { credential } = await logInAsGuest(access);
    // The address of the last login stays: the user has not asked for another one. The first that is named is kept as that of a login.
    const first = stored.address === undefined && url !== undefined ? { address } : {};
    const credentials = { ...stored.credentials, [address]: credential };
    await writeStoredLogins(world, { ...stored, ...first, credentials });
    world.note(
      `Nobody was logged in to ${address}: you are a guest there now ("hookwell login" changes that)`,
    );
    return credential;
  });
}
