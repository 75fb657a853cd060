import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { confirm, readSecret, yesOption } from '../input/input.ts';
import { planLimits } from '../output/amounts.ts';
import { jsonLine, visible } from '../output/text.ts';
import { defaultAddress, proxyFor, warnIfUnencrypted } from '../service/address.ts';
import {
  clientFor,
  connect,
  findAccess,
  givenAddress,
  namedTeam,
  type ServiceAccess,
  serviceOptions,
} from '../service/connect.ts';
import { connectFor, endpointToken, tokenOperand } from '../service/endpoints.ts';
import {
  describePrincipal,
  forgetLogin,
  guestBehind,
  nameOf,
  principalBehind,
  registerAccount,
  storedAccess,
  storeLogin,
} from '../service/log-in.ts';
import { statusOf } from '../service/service-failure.ts';
import { readStoredLogins, storedCredential } from '../service/stored-logins.ts';

export const registerCommand = defineCommand({
  name: 'register',
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
      throw new UsageError(
        `Option --${lacks} is missing: there is no terminal to ask on`,
        'register',
      );
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
      ? await readSecret(world.input, 'password')
      : ((await ask?.(question, { hidden: true })) ?? '');
    if (!passwordInput && (await ask?.('The same once more: ', { hidden: true })) !== password) {
      throw new CommandFailure('These are two passwords: nothing was done');
    }
    const login = await registerAccount(access, { email, password });
    await storeLogin(world, stored, { address, credential: login.credential });
    world.note(`Registered at ${address} as ${visible(describePrincipal(login.principal))}`);
  },
});

export const logoutCommand = defineCommand({
  name: 'logout',
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
      await confirm(question, { yes }, world, 'logout');
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

export const whoamiCommand = defineCommand({
  name: 'whoami',
  summary: 'Show the service that commands go to, your account there, and what its plan allows.',
  options: {
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell whoami', 'hookwell whoami --json'],
  async run({ json, ...service }, world) {
    const client = await connect(service, world);
    const principal = await client.auth.me();
    const access = await findAccess(service, { ...world, note: () => {} });
    const { address, credential } = access;
    if (credential === undefined) throw new CommandFailure('The login is gone');
    const by = 'apiKey' in credential ? 'API key' : 'session';
    const team = service.team === undefined ? undefined : await namedTeam(service.team, access);
    if (json) return world.print(jsonLine({ url: address, by, team: team?.name, ...principal }));
    const who = describePrincipal(principal, team && `the team ${JSON.stringify(team.name)}`);
    world.print(`${visible(who)} at ${address}, by ${by}`);
    const [offers, endpoints] = await Promise.all([client.service.get(), client.endpoints.list()]);
    world.print(planLimits(principal, offers, endpoints.length));
  },
});

export const openCommand = defineCommand({
  name: 'open',
  summary: 'Open the dashboard in the browser, at an endpoint or at one of its captured requests.',
  details:
    'Where "hookwell login" has stored a session, the address has a code with which the browser takes it over, after a\n' +
    'click: once, within ten minutes. Otherwise the page may ask you to log in.',
  operands: {
    token: { ...tokenOperand, optional: true },
    id: {
      placeholder: 'ID',
      description: 'The id of a captured request of that endpoint.',
      type: 'id',
      optional: true,
    },
  },
  options: {
    print: { type: 'flag', description: 'Print the address and open nothing.' },
    url: serviceOptions.url,
  },
  examples: ['hookwell open', 'hookwell open 0h2v8q6c1d7x5m3k9r4t8w2y6b 4211'],
  async run({ token, id, print, url }, world) {
    const service = { url, key: undefined };
    const access = await storedAccess(url, world);
    const { address } = access;
    const endpoint =
      token === undefined
        ? ''
        : `/endpoints/${await endpointToken(token, await connectFor(token, service, world))}`;
    const path = `${endpoint}${id === undefined ? '' : `/requests/${id}`}`;
    const code = await codeFor(access);
    const next = path === '' ? '' : `?next=${encodeURIComponent(path)}`;
    const page = code === undefined ? `${address}${path}` : `${address}/handoff${next}#${code}`;
    world.print(page);
    if (print) return;
    const { openInBrowser } = await import('../process/programs.ts');
    if (await openInBrowser(page, world.environment, process.platform)) return;
    throw new CommandFailure('No browser could be started: open the address yourself');
  },
});

/** A code for the stored session; `undefined` without one, and if it has ended. */
async function codeFor(access: ServiceAccess): Promise<string | undefined> {
  if (access.credential === undefined || 'apiKey' in access.credential) return undefined;
  const client = await clientFor(access);
  try {
    return (await client.auth.handOver()).code;
  } catch (error) {
    if (statusOf(error) === 401) return undefined;
    throw error;
  }
}
