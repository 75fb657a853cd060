import type { HookwellClient } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { warnIfUnencrypted } from './address.ts';
import {
  clientFor,
  connectTo,
  findAccess,
  isEmpty,
  type ServiceAccess,
  type ServiceValues,
} from './connect.ts';
import type { Credential } from './credential.ts';
import { logInAsGuest } from './log-in.ts';
import {
  readStoredLogins,
  storedCredential,
  whileLoginsAreLocked,
  writeStoredLogins,
} from './stored-logins.ts';

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
