import type { HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { perhaps } from '../command-line/parse-values.ts';
import { visible } from '../output/text.ts';
import { defaultAddress, isLocal, localAddress, proxyFor, serviceAddress } from './address.ts';
import { storedByLogin, type WayToService } from './service-failure.ts';
import {
  apiKeyCredential,
  type Credential,
  readStoredLogins,
  type StoredLogins,
  storedCredential,
  storedLoginsFile,
} from './stored-logins.ts';

/** Options of every command that talks to a service. */
export const serviceOptions = {
  url: {
    type: 'text',
    placeholder: 'URL',
    description:
      'The service; else HOOKWELL_URL, HOOKWELL_PORT, the one that npx got this command from, or that of the last login.',
  },
  key: {
    type: 'text',
    placeholder: 'KEY',
    description:
      'An API key; else HOOKWELL_API_KEY, or the credential that "hookwell login" stored.',
  },
  team: {
    type: 'text',
    placeholder: 'NAME',
    description: 'Act for this team of yours, by its name or id; an API key acts for its own.',
  },
} as const;

export interface ServiceValues {
  url: string | undefined;
  key: string | undefined;
  /** The name or the id of a team to act for. */
  team?: string | undefined;
}

type Needed = Pick<Surroundings, 'environment' | 'fromEnvironmentFile' | 'handedOut' | 'note'>;

/** A service, and the credential of the command there. */
export interface ServiceAccess extends WayToService {
  credential: Credential | undefined;
  /** The option or setting that has the key; `undefined` for a stored credential. */
  keySource?: string | undefined;
  /** The id of a team to act for. */
  account?: number | undefined;
}

/**
 * A client of the service that options, environment and stored logins name, with its credential.
 * @throws {CommandFailure} if nobody is logged in there
 */
export async function connect(values: ServiceValues, needed: Needed): Promise<HookwellClient> {
  return (await connectTo(values, needed)).client;
}

/** Such a client, and the address of its service. */
export async function connectTo(
  values: ServiceValues,
  needed: Needed,
): Promise<{ client: HookwellClient; address: string }> {
  const access = await findAccess(values, needed);
  if (access.credential === undefined) {
    throw new CommandFailure(
      isEmpty(needed.environment.HOOKWELL_API_KEY)
        ? `HOOKWELL_API_KEY is empty, and nobody is logged in to ${access.address}`
        : `Nobody is logged in to ${access.address}: "hookwell login" shows the ways in, "hookwell login --guest" needs no account`,
    );
  }
  const { address } = access;
  if (values.team === undefined) return { client: await clientFor(access), address };
  const { id } = await namedTeam(values.team, access);
  return { client: await clientFor({ ...access, account: id }), address };
}

/**
 * The team of the user that a text names, by its name or id.
 * @throws {CommandFailure} with an API key, and if the user is in no team, or several, of this name
 */
export async function namedTeam(
  text: string,
  access: ServiceAccess,
): Promise<{ id: number; name: string }> {
  if (access.credential === undefined || 'apiKey' in access.credential) {
    throw new CommandFailure(
      'Option --team needs a session ("hookwell login --email EMAIL"): an API key of the team acts for it without the option',
    );
  }
  const teams = await (await clientFor(access)).teams.list();
  const found = teams.filter(({ id, name }) => name === text || String(id) === text);
  const [team] = found;
  if (team !== undefined && found.length === 1) return team;
  const shown = (found.length === 0 ? teams : found).map(
    ({ id, name }) => `${visible(JSON.stringify(name))} (${id})`,
  );
  const list = shown.length === 0 ? 'you are in none' : shown.join(', ');
  const what = found.length === 0 ? 'You are in no team' : `${found.length} teams have the name`;
  const guess =
    found.length === 0
      ? visible(
          perhaps(
            text,
            teams.map(({ name }) => name),
          ),
        )
      : '';
  throw new CommandFailure(`${what} ${visible(JSON.stringify(text))}${guess}: ${list}`);
}

/** A client for calls that need no credential. */
export async function connectAsAnyone(
  values: ServiceValues,
  needed: Needed,
): Promise<HookwellClient> {
  return await clientFor(await findAccess(values, needed));
}

export async function clientFor(access: ServiceAccess): Promise<HookwellClient> {
  const { address, credential, keySource, account } = access;
  // Loaded here, so that help and mistakes in the command line answer without it.
  const [{ HookwellClient }, { ServiceFetch }] = await Promise.all([
    import('@hookwell/client'),
    import('./service-fetch.ts'),
  ]);
  const cookie = credential !== undefined && 'cookie' in credential ? credential.cookie : undefined;
  const apiKey = credential !== undefined && 'apiKey' in credential ? credential.apiKey : undefined;
  const stored = `${cookie === undefined ? 'the API key' : 'the session'} ${storedByLogin}`;
  const name = keySource === undefined ? stored : `the API key of ${keySource}`;
  const { fetch } = new ServiceFetch(access, cookie, credential && name);
  return new HookwellClient({ baseUrl: address, apiKey, fetch, account });
}

/**
 * The service and the credential that a command uses: those of the options, else of the environment, else the
 * stored ones. A stored credential is for its own service alone.
 * @throws {CommandFailure} if one of them cannot be an address or a key
 */
export async function findAccess(values: ServiceValues, needed: Needed): Promise<ServiceAccess> {
  const key = givenKey(values, needed);
  const given = givenAddress(values, needed);
  const keySource = key && shownSource(values, needed);
  const way = (address: string) => ({
    address,
    proxy: proxyFor(address, needed.environment),
    canServe: needed.handedOut === undefined,
  });
  if (given !== undefined && key !== undefined) {
    return { ...way(given), credential: key, keySource };
  }
  const stored = await readStoredLogins(needed);
  const address = given ?? unnamedAddress(stored, needed);
  const isTrusted = address === stored.address || address === needed.handedOut?.by;
  if (key !== undefined && given === undefined && !isTrusted) {
    refuseForeignAddress(address, 'HOOKWELL_PORT', values, needed);
  }
  const credential = key ?? storedCredential(stored, address);
  if (
    credential !== undefined &&
    key === undefined &&
    isEmpty(needed.environment.HOOKWELL_API_KEY)
  ) {
    needed.note('hookwell: HOOKWELL_API_KEY is empty: the stored login is used');
  }
  return { ...way(address), credential, keySource };
}

/** Whether the setting is there without a value, as in a pipeline that lacks its secret. */
export function isEmpty(setting: string | undefined): boolean {
  return setting?.trim() === '';
}

/**
 * The address that options or environment name, if they name one.
 * @throws {CommandFailure} if it cannot be an address
 */
export function givenAddress(
  values: Pick<ServiceValues, 'url'>,
  needed: Pick<Needed, 'environment'>,
): string | undefined {
  const { HOOKWELL_URL } = needed.environment;
  if (values.url !== undefined) return serviceAddress(values.url, '--url');
  return HOOKWELL_URL ? serviceAddress(HOOKWELL_URL, 'HOOKWELL_URL') : undefined;
}

/**
 * The address for commands that are given none: the service that handed the command out, that of the last login, or the server on this machine.
 * HOOKWELL_PORT is the port of that server. In a file `.env` it is the setting of a server, and does not tell
 * whether the user wants that server or a service elsewhere.
 */
function unnamedAddress(stored: StoredLogins, needed: Needed): string {
  const local = localAddress(needed.environment.HOOKWELL_PORT);
  const isAsked = !needed.fromEnvironmentFile.has('HOOKWELL_PORT');
  const from = needed.handedOut?.by;
  if (from !== undefined && (local === undefined || !isAsked)) return from;
  const latest = storedAddress(stored, needed);
  if (local === undefined) return latest ?? defaultAddress;
  return latest === undefined || isAsked || isLocal(latest) ? local : latest;
}

function storedAddress({ address }: StoredLogins, needed: Needed): string | undefined {
  if (address === undefined) return undefined;
  return serviceAddress(address, `The address in ${storedLoginsFile(needed)}`);
}

function givenKey(values: ServiceValues, needed: Needed): Credential | undefined {
  const { HOOKWELL_API_KEY, HOOKWELL_URL } = needed.environment;
  const key = values.key ?? HOOKWELL_API_KEY;
  if (!key) return undefined;
  if (values.url === undefined && HOOKWELL_URL) {
    refuseForeignAddress(HOOKWELL_URL, 'HOOKWELL_URL', values, needed);
  }
  return apiKeyCredential(key, sourceOfKey(values));
}

function sourceOfKey({ key }: ServiceValues): string {
  return key === undefined ? 'HOOKWELL_API_KEY' : '--key';
}

/** `HOOKWELL_API_KEY (in .env)` */
function shownSource(values: ServiceValues, { fromEnvironmentFile }: Needed): string {
  const source = sourceOfKey(values);
  return fromEnvironmentFile.has(source) ? `${source} (in .env)` : source;
}

/**
 * A folder of somebody else may bring a file `.env` along. Such a file must not send the user's key to an
 * address of its choice.
 */
function refuseForeignAddress(
  address: string,
  setting: 'HOOKWELL_URL' | 'HOOKWELL_PORT',
  values: ServiceValues,
  { environment, fromEnvironmentFile }: Needed,
): void {
  if (!fromEnvironmentFile.has(setting) || fromEnvironmentFile.has(sourceOfKey(values))) return;
  if (setting === 'HOOKWELL_PORT' && address !== localAddress(environment[setting])) return;
  throw new CommandFailure(
    `${setting} is in .env, but the key is not: give the address with --url, or both in one place`,
  );
}
