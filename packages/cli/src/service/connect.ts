import type { HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command.ts';
import { CommandFailure } from '../outcome.ts';
import { defaultAddress, serviceAddress } from './address.ts';
import { apiKeyCredential, type Credential } from './credential.ts';
import { readStoredLogins, type StoredLogins, storedLoginsFile } from './stored-logins.ts';

/** To be spread into the options of every command that talks to a service. */
export const serviceOptions = {
  url: {
    type: 'text',
    placeholder: 'URL',
    description: 'The service; else HOOKWELL_URL, else where you logged in last.',
  },
  key: {
    type: 'text',
    placeholder: 'KEY',
    description: 'An API key; else HOOKWELL_API_KEY, else what "hookwell login" stored.',
  },
} as const;

export interface ServiceValues {
  url: string | undefined;
  key: string | undefined;
}

type Needed = Pick<Surroundings, 'environment' | 'fromEnvironmentFile' | 'note'>;

/** A service, and what the command has to show there. */
export interface ServiceAccess {
  /** Without a slash at its end. */
  address: string;
  credential: Credential | undefined;
}

/**
 * A client of the service that options, environment and stored logins name, with its credential.
 * @throws CommandFailure where nobody is logged in there
 */
export async function connect(values: ServiceValues, needed: Needed): Promise<HookwellClient> {
  const access = await findAccess(values, needed);
  if (access.credential === undefined) {
    throw new CommandFailure(
      `Nobody is logged in to ${access.address}: "hookwell login" asks for an API key, ` +
        '"hookwell login --guest" needs none',
    );
  }
  return await clientFor(access);
}

/** The same for calls that need no credential. */
export async function connectAsAnyone(
  values: ServiceValues,
  needed: Needed,
): Promise<HookwellClient> {
  return await clientFor(await findAccess(values, needed));
}

export async function clientFor({ address, credential }: ServiceAccess): Promise<HookwellClient> {
  // Loaded here, so that help and mistakes in the command line answer without it.
  const [{ HookwellClient }, { ServiceFetch }] = await Promise.all([
    import('@hookwell/client'),
    import('./service-fetch.ts'),
  ]);
  const cookie = credential !== undefined && 'cookie' in credential ? credential.cookie : undefined;
  const apiKey = credential !== undefined && 'apiKey' in credential ? credential.apiKey : undefined;
  const { fetch } = new ServiceFetch(address, cookie);
  return new HookwellClient({ baseUrl: address, apiKey, fetch });
}

/**
 * Which service, and with what: options first, then the environment, then what is stored. A stored
 * credential is for its own service alone.
 * @throws CommandFailure for what cannot be an address or a key
 */
export async function findAccess(values: ServiceValues, needed: Needed): Promise<ServiceAccess> {
  const key = givenKey(values, needed);
  const given = givenAddress(values, needed);
  if (given !== undefined && key !== undefined) return { address: given, credential: key };
  const stored = await readStoredLogins(needed);
  const address = given ?? storedAddress(stored, needed) ?? defaultAddress;
  const own = Object.hasOwn(stored.credentials, address) ? stored.credentials[address] : undefined;
  return { address, credential: key ?? own };
}

/**
 * The address that options or environment name, if they do.
 * @throws CommandFailure for what cannot be one
 */
export function givenAddress(
  values: Pick<ServiceValues, 'url'>,
  needed: Pick<Needed, 'environment'>,
): string | undefined {
  const { HOOKWELL_URL } = needed.environment;
  if (values.url !== undefined) return serviceAddress(values.url, '--url');
  return HOOKWELL_URL ? serviceAddress(HOOKWELL_URL, 'HOOKWELL_URL') : undefined;
}

function storedAddress({ address }: StoredLogins, needed: Needed): string | undefined {
  if (address === undefined) return undefined;
  return serviceAddress(address, `The address in ${storedLoginsFile(needed)}`);
}

function givenKey(values: ServiceValues, needed: Needed): Credential | undefined {
  const { HOOKWELL_API_KEY } = needed.environment;
  const source = values.key === undefined ? 'HOOKWELL_API_KEY' : '--key';
  const key = values.key ?? HOOKWELL_API_KEY;
  if (!key) return undefined;
  refuseForeignAddress(source, values, needed);
  return apiKeyCredential(key, source);
}

/**
 * A folder that somebody else filled may bring a file `.env` along: it must not be able to have your key
 * sent to an address of its choice.
 */
function refuseForeignAddress(
  source: string,
  values: ServiceValues,
  { environment, fromEnvironmentFile }: Needed,
): void {
  if (values.url !== undefined || !environment.HOOKWELL_URL) return;
  if (!fromEnvironmentFile.has('HOOKWELL_URL') || fromEnvironmentFile.has(source)) return;
  throw new CommandFailure(
    'HOOKWELL_URL is in .env, but the key is not: give the address with --url, or both in one place',
  );
}
