import { defineCommand } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readPassword } from '../input/password.ts';
import { visible } from '../output/visible.ts';
import { warnIfUnencrypted } from '../service/address.ts';
import { serviceOptions } from '../service/connect.ts';
import {
  describePrincipal,
  nameOf,
  principalBehind,
  registerAccount,
  storedAccess,
  storeLogin,
} from '../service/log-in.ts';
import { readStoredLogins } from '../service/stored-logins.ts';

const name = 'register';

export const registerCommand = defineCommand({
  name,
  summary: 'Make an account on a service, with email and password, and log in to it.',
  details:
    'A guest becomes the account and keeps its endpoints. Its sessions elsewhere end, such as that of the page: "hookwell\n' +
    'open" takes you back in there.',
  options: {
    url: serviceOptions.url,
    email: { type: 'text', placeholder: 'EMAIL', description: 'The email of the account.' },
    'password-stdin': {
      type: 'flag',
      description: 'Read the password from the first line of standard input.',
    },
  },
  examples: [
    'hookwell register',
    'hookwell register --email new@example.com --password-stdin < password.txt',
  ],
  async run({ url, email: given, 'password-stdin': passwordInput }, world) {
    const { ask } = world;
    const lacks = given === undefined ? 'email' : passwordInput ? undefined : 'password-stdin';
    if (ask === undefined && lacks !== undefined) {
      throw new UsageError(`Option --${lacks} is missing: there is no terminal to ask on`, name);
    }
    const stored = await readStoredLogins(world);
    const access = await storedAccess(url, world);
    const { address } = access;
    const present = await principalBehind(access);
    if (present !== undefined && !present.isGuest) {
      throw new CommandFailure(
        `You are logged in to ${address} as ${visible(nameOf(present))}: "hookwell logout" comes first`,
      );
    }
    warnIfUnencrypted(address, world);
    const email = given ?? (await ask?.('Email: ')) ?? '';
    const question = `A password for ${visible(email)}, of 8 characters or more: `;
    const password = passwordInput
      ? await readPassword(world.input)
      : ((await ask?.(question, { hidden: true })) ?? '');
    if (!passwordInput && (await ask?.('The same once more: ', { hidden: true })) !== password) {
      throw new CommandFailure('These are two passwords: nothing was done');
    }
    const login = await registerAccount(access, { email, password });
    await storeLogin(world, stored, { address, credential: login.credential });
    world.note(`Registered at ${address} as ${visible(describePrincipal(login.principal))}`);
  },
});
