import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readSecret } from '../input/password.ts';
import { visible } from '../output/visible.ts';
import { warnIfUnencrypted } from '../service/address.ts';
import { findAccess, type ServiceAccess, serviceOptions } from '../service/connect.ts';
import {
  describePrincipal,
  guestBehind,
  type Login,
  logInAsGuest,
  logInByKey,
  logInByPassword,
  storeLogin,
} from '../service/log-in.ts';
import { readStoredLogins } from '../service/stored-logins.ts';

const name = 'login';

export const loginCommand = defineCommand({
  name,
  summary: 'Log in to a service: with an API key, with email and password, or as a guest.',
  details:
    'It asks for the key or the password, checks it, and stores a credential for later commands, readable\n' +
    'by you alone. Commands go to this service from then on. A guest needs no account; its endpoints move\n' +
    'along when it logs in with email and password later.',
  options: {
    url: serviceOptions.url,
    'key-stdin': {
      type: 'flag',
      description: 'Read the API key from the first line of standard input.',
    },
    guest: { type: 'flag', description: 'Start a guest session.' },
    email: {
      type: 'text',
      placeholder: 'EMAIL',
      description: 'Log in to this account with its password, on any plan.',
    },
    'password-stdin': {
      type: 'flag',
      description: 'Read the password from the first line of standard input.',
    },
  },
  exclusive: ['key-stdin', 'guest', 'email'],
  examples: [
    'hookwell login --url https://hooks.example.org',
    'hookwell login --key-stdin < key.txt',
    'hookwell login --guest',
  ],
  async run({ url, guest, email, 'key-stdin': keyInput, 'password-stdin': passwordInput }, world) {
    if (passwordInput && email === undefined) {
      throw new UsageError('Option --password-stdin needs --email', name);
    }
    const stored = await readStoredLogins(world);
    const access = await storedAccess(url, world);
    const { address } = access;
    warnIfUnencrypted(address, world);
    const login = guest
      ? await logInAsGuest(access)
      : email === undefined
        ? await logInWithKey(access, keyInput, world)
        : await logInByPassword(access, {
            email,
            password: await secret('password', passwordInput, `Password of ${email}: `, world),
          });
    await storeLogin(world, stored, { address, credential: login.credential });
    world.note(`Logged in to ${address} as ${visible(describePrincipal(login.principal))}`);
  },
});

/** The stored login for the service: options and environment give an address here, but no key. */
async function storedAccess(url: string | undefined, world: Surroundings): Promise<ServiceAccess> {
  const { HOOKWELL_API_KEY: _, ...environment } = world.environment;
  return await findAccess({ url, key: undefined }, { ...world, environment, note: () => {} });
}

async function logInWithKey(
  access: ServiceAccess,
  fromInput: boolean,
  world: Surroundings,
): Promise<Login> {
  if ((await guestBehind(access)) !== undefined) {
    throw new CommandFailure(
      `A guest session is stored for ${access.address}, and nothing else reaches its endpoints: "hookwell ` +
        'login --email" takes them along, "hookwell logout" gives them up',
    );
  }
  const key = await secret('API key', fromInput, `API key for ${access.address}: `, world);
  return await logInByKey(access.address, key, 'This');
}

async function secret(
  kind: 'password' | 'API key',
  fromInput: boolean,
  question: string,
  { ask, input }: Surroundings,
): Promise<string> {
  if (fromInput) return await readSecret(input, kind);
  if (ask !== undefined) {
    const answer = await ask(visible(question), { hidden: true });
    if (answer === '') throw new CommandFailure(`No ${kind} was given`);
    return answer;
  }
  const option = kind === 'password' ? '--password-stdin' : '--key-stdin, --email or --guest';
  throw new UsageError(`Option ${option} is missing: there is no terminal to ask on`, name);
}
