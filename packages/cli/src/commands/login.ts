import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { readSecret } from '../input/input.ts';
import { visible } from '../output/text.ts';
import { warnIfUnencrypted } from '../service/address.ts';
import { isEmpty, type ServiceAccess, serviceOptions } from '../service/connect.ts';
import {
  describePrincipal,
  guestBehind,
  type Login,
  logInAsGuest,
  logInByCode,
  logInByKey,
  logInByPassword,
  storedAccess,
  storeLogin,
} from '../service/log-in.ts';
import { readStoredLogins } from '../service/stored-logins.ts';

const name = 'login';

/** The ways in, in the order in which they are offered. */
const ways = [
  ['guest', 'as a guest, without an account'],
  ['email', 'with email and password'],
  ['key', 'with an API key'],
  ['code', 'with a code of the page: "Use in the terminal" in its menu'],
] as const;

export const loginCommand = defineCommand({
  name,
  summary:
    'Log in to a service: as a guest, with email and password, an API key, or a code of the page.',
  details:
    'Without an option it asks which. It checks what you give, and stores a credential for later commands,\n' +
    'readable by you alone. Commands go to this service from then on. The endpoints of a guest move along when it\n' +
    'logs in with email and password later. "Use in the terminal" in the menu of the page shows the command with a\n' +
    'code, which makes you in the terminal who you are in the page. "hookwell open" is the way back.',
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
    code: {
      type: 'text',
      placeholder: 'CODE',
      valueIsOptional: true,
      description: 'Take the session of the page over; without CODE it asks for it.',
    },
    'password-stdin': {
      type: 'flag',
      description: 'Read the password from the first line of standard input.',
    },
  },
  exclusive: ['key-stdin', 'guest', 'email', 'code'],
  meantBy: (word) => {
    if (word.startsWith('wh-')) return '--key-stdin, which reads it from standard input';
    if (/^https?:/i.test(word)) return `--url ${visible(word)}`;
    return word.includes('@') ? `--email ${visible(word)}` : undefined;
  },
  examples: [
    'hookwell login --url https://hooks.example.org',
    'hookwell login --key-stdin < key.txt',
    'hookwell login --guest',
    'hookwell login --code 4fTq0ZxWk8c2Rm5JvB1uNd',
  ],
  async run({ url, 'password-stdin': passwordInput, ...given }, world) {
    if (passwordInput && given.email === undefined) {
      throw new UsageError('Option --password-stdin needs --email', name);
    }
    const stored = await readStoredLogins(world);
    const access = await storedAccess(url, world);
    const { address } = access;
    const way = wayOf(given) ?? (await askWay(address, world));
    warnIfUnencrypted(address, world);
    const login = await logIn[way](access, { ...given, passwordInput }, world);
    await storeLogin(world, stored, { address, credential: login.credential });
    world.note(`Logged in to ${address} as ${visible(describePrincipal(login.principal))}`);
    const { HOOKWELL_API_KEY: key } = world.environment;
    if (key !== undefined && !isEmpty(key)) {
      world.note('hookwell: HOOKWELL_API_KEY is set: commands use that key first');
    }
  },
});

type Way = (typeof ways)[number][0];

interface Given {
  guest: boolean;
  email: string | undefined;
  code: string | undefined;
  'key-stdin': boolean;
}

function wayOf({ guest, email, code, 'key-stdin': key }: Given): Way | undefined {
  if (guest) return 'guest';
  if (email !== undefined) return 'email';
  if (code !== undefined) return 'code';
  return key ? 'key' : undefined;
}

async function askWay(address: string, { ask, note }: Surroundings): Promise<Way> {
  if (ask === undefined) {
    const options = 'Option --guest, --email, --key-stdin or --code';
    throw new UsageError(`${options} is missing: there is no terminal to ask on`, name);
  }
  note(`How do you log in to ${address}?`);
  for (const [index, [, words]] of ways.entries()) note(`  ${index + 1}  ${words}`);
  const answer = (await ask('Number: ')).trim();
  const [chosen] = ways.find(([way], index) => [way, String(index + 1)].includes(answer)) ?? [];
  if (chosen === undefined) throw new CommandFailure(`A number from 1 to ${ways.length} is needed`);
  return chosen;
}

const logIn: Readonly<
  Record<
    Way,
    (
      access: ServiceAccess,
      given: Given & { passwordInput: boolean },
      world: Surroundings,
    ) => Promise<Login>
  >
> = {
  guest: (access) => logInAsGuest(access),
  async email(access, { email: given, passwordInput }, world) {
    const email = given ?? (await asked('email', 'Email: ', world, { hidden: false }));
    const question = `Password of ${email}: `;
    const password = passwordInput
      ? await readSecret(world.input, 'password')
      : await asked('password', question, world);
    return await logInByPassword(access, { email, password });
  },
  async key(access, { 'key-stdin': fromInput }, world) {
    const { address } = access;
    if ((await guestBehind(access)) !== undefined) {
      throw new CommandFailure(
        `A guest session is stored for ${address}, and nothing else reaches its endpoints: "hookwell ` +
          'login --email" takes them along, "hookwell logout" gives them up',
      );
    }
    const question = `API key for ${address}: `;
    const key = fromInput
      ? await readSecret(world.input, 'API key')
      : await asked('API key', question, world);
    return await logInByKey(access, key, 'This');
  },
  async code(access, { code: given }, world) {
    const question = 'Code of the page: ';
    const code = given || (await asked('code', question, world, { hidden: false }));
    return await logInByCode(access, code.trim(), world);
  },
};

/** @throws {UsageError} if there is no terminal to ask on */
async function asked(
  kind: 'email' | 'password' | 'API key' | 'code',
  question: string,
  { ask }: Surroundings,
  { hidden = true } = {},
): Promise<string> {
  if (ask === undefined) {
    const missing =
      kind === 'password' ? 'Option --password-stdin is missing' : `The ${kind} is missing`;
    throw new UsageError(`${missing}: there is no terminal to ask on`, name);
  }
  const answer = await ask(visible(question), { hidden });
  if (answer === '') throw new CommandFailure(`No ${kind} was given`);
  return answer;
}
