import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure } from '../command-line/outcome.ts';
import { confirm, yesOption } from '../input/confirm.ts';
import { defaultAddress } from '../service/address.ts';
import { clientFor, givenAddress, type ServiceAccess, serviceOptions } from '../service/connect.ts';
import { forgetLogin, guestBehind } from '../service/log-in.ts';
import { proxyFor } from '../service/proxy.ts';
import { statusOf } from '../service/service-failure.ts';
import { readStoredLogins, storedCredential } from '../service/stored-logins.ts';

const name = 'logout';

export const logoutCommand = defineCommand({
  name,
  summary: 'Forget the stored login of a service.',
  details:
    'A session ends on the service as well. A guest is deleted with all its endpoints, unless it goes on in a browser.\n' +
    'An API key still works elsewhere until it is deleted.',
  options: { url: serviceOptions.url, yes: yesOption },
  examples: ['hookwell logout', 'hookwell logout --url https://hooks.example.org'],
  async run({ url, yes }, world) {
    const stored = await readStoredLogins(world);
    const { handedOut } = world;
    const unnamed = handedOut?.by ?? stored.address ?? defaultAddress;
    const address = givenAddress({ url }, world) ?? unnamed;
    const credential = storedCredential(stored, address);
    if (credential === undefined) throw new CommandFailure(`Nobody is logged in to ${address}`);
    const proxy = proxyFor(address, world.environment);
    const access = { address, credential, proxy, canServe: handedOut === undefined };
    if ((await guestBehind(access)) !== undefined) {
      const question = `End the guest session at ${address}? Its endpoints are deleted with all they captured, unless it goes on in a browser.`;
      await confirm(question, { yes }, world, name);
    }
    if ('cookie' in credential) await endSession(access, world);
    await forgetLogin(world, stored, address);
    world.note(`Logged out of ${address}`);
  },
});

/** Ends the session. The login is forgotten even if the service does not accept that. */
async function endSession(access: ServiceAccess, { note }: Surroundings): Promise<void> {
  const client = await clientFor(access);
  try {
    await client.auth.logout();
  } catch (error) {
    const status = statusOf(error);
    // 401: the session had ended before.
    if (status === undefined) throw error;
    if (status !== 401)
      note('hookwell: The session goes on at the service until it expires: it could not be told');
  }
}
