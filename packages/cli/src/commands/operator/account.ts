import { defineCommand, type Surroundings } from '../../command-line/command.ts';
import { UsageError } from '../../command-line/outcome.ts';
import { readSecret } from '../../input/input.ts';
import { ageSince, byteSize } from '../../output/amounts.ts';
import { printLines, textTable, visible } from '../../output/text.ts';
import { asOperator, generatedKey } from './as-operator.ts';

const email = {
  type: 'text',
  placeholder: 'EMAIL',
  description: 'The email of the account.',
  required: true,
} as const;

const choice = {
  email: { type: 'text', placeholder: 'EMAIL', description: 'The email of the account.' },
  id: {
    type: 'text',
    placeholder: 'ID',
    description: 'The id of the account, for guests and teams, who have no email.',
  },
} as const;

const plans = ['free', 'plus', 'enterprise'] as const;

const create = defineCommand({
  name: 'account create',
  summary: 'Create a registered account and print its id.',
  details: 'Without a password nobody can log in to it, but it can have API keys.',
  options: {
    email,
    plan: {
      type: 'text',
      placeholder: 'PLAN',
      description: `One of ${plans.join(', ')}; else HOOKWELL_SIGNUP_PLAN.`,
      oneOf: plans,
    },
    'password-stdin': {
      type: 'flag',
      description: 'Read the password from the first line of standard input.',
    },
  },
  examples: [
    'hookwell account create --email ada@example.com --plan plus',
    'hookwell account create --email ada@example.com --password-stdin < password.txt',
  ],
  async run({ email, plan, 'password-stdin': fromInput }, surroundings) {
    const password = fromInput ? await readSecret(surroundings.input, 'password') : undefined;
    const id = await asOperator(surroundings, (operator) =>
      operator.createAccount({ email, plan, password }),
    );
    surroundings.print(String(id));
  },
});

const setPlan = defineCommand({
  name: 'account set-plan',
  summary: 'Give an account a plan, with effect at once.',
  options: {
    ...choice,
    plan: {
      type: 'text',
      placeholder: 'PLAN',
      description: `One of ${plans.join(', ')}.`,
      required: true,
      oneOf: plans,
    },
  },
  examples: [
    'hookwell account set-plan --email ada@example.com --plan enterprise',
    'hookwell account set-plan --id 4711 --plan plus',
  ],
  async run({ email, id, plan }, surroundings) {
    const account = chosenAccount('account set-plan', email, id);
    await asOperator(surroundings, (operator) => operator.setPlan(account, plan));
    surroundings.note(`${title(account)} has the plan ${plan} now`);
  },
});

const setPassword = defineCommand({
  name: 'account set-password',
  summary: 'Give an account a new password and end its sessions.',
  options: {
    email,
    'password-stdin': {
      type: 'flag',
      description: 'Read the password from the first line of standard input (the only way).',
      required: true,
    },
  },
  examples: [
    'hookwell account set-password --email ada@example.com --password-stdin < password.txt',
  ],
  async run({ email }, surroundings) {
    const password = await readSecret(surroundings.input, 'password');
    await asOperator(surroundings, (operator) => operator.setPassword(email, password));
    surroundings.note(`${title({ email })} has a new password, and its sessions are ended`);
  },
});

const unlink = defineCommand({
  name: 'account unlink',
  summary: 'Take an account from its identity of single sign-on, and end its sessions.',
  details:
    'For an email that the identity provider has given to somebody else: the next single sign-on with it takes over the\n' +
    'account, and removes its password, API keys and shares. Until then these count on.',
  options: { email },
  examples: ['hookwell account unlink --email ada@example.com'],
  async run({ email }, surroundings) {
    await asOperator(surroundings, (operator) => operator.unlinkIdentities(email));
    surroundings.note(
      `${title({ email })} has no identity of single sign-on now, and its sessions are ended`,
    );
  },
});

const remove = defineCommand({
  name: 'account delete',
  summary: 'Delete an account with its endpoints, captured requests and keys.',
  options: choice,
  examples: [
    'hookwell account delete --email ada@example.com',
    'hookwell account delete --id 4711',
  ],
  async run({ email, id }, surroundings) {
    const account = chosenAccount('account delete', email, id);
    await asOperator(surroundings, (operator) => operator.deleteAccount(account));
    surroundings.note(
      `${title(account)} is deleted, with its endpoints, captured requests and keys`,
    );
  },
});

/** The account, at the beginning of a sentence. */
function title(account: { email: string } | { id: number }): string {
  return 'email' in account ? `The account ${visible(account.email)}` : `Account ${account.id}`;
}

function chosenAccount(
  command: string,
  email: string | undefined,
  id: string | undefined,
): { email: string } | { id: number } {
  if (email !== undefined && id === undefined) return { email };
  if (id === undefined || email !== undefined) {
    throw new UsageError(`${command} needs either --email or --id`);
  }
  return { id: accountId('--id', id) };
}

const list = defineCommand({
  name: 'account list',
  summary: 'List the registered accounts and the teams, or the guests.',
  options: {
    guests: {
      type: 'flag',
      description: 'List the guests instead, those that hold most first, with their addresses.',
    },
    json: { type: 'flag', description: 'Print JSON, one line for each account.' },
  },
  examples: [
    'hookwell account list',
    'hookwell account list --json',
    'hookwell account list --guests | head',
  ],
  async run({ guests, json }, surroundings) {
    if (guests) return await listGuests(surroundings, json);
    const accounts = await asOperator(surroundings, (operator) => operator.listAccounts());
    if (json) return printLines(accounts, surroundings);
    const rows = accounts.map((account) => [
      String(account.id),
      account.email ?? (account.name === undefined ? '' : `team ${account.name}`),
      account.plan,
      account.status,
      account.createdAt,
      String(account.endpoints),
    ]);
    surroundings.print(textTable(['ID', 'EMAIL', 'PLAN', 'STATUS', 'CREATED', 'ENDPOINTS'], rows));
  },
});

async function listGuests(surroundings: Surroundings, json: boolean): Promise<void> {
  const guests = await asOperator(surroundings, (operator) => operator.listGuests());
  if (json) return printLines(guests, surroundings);
  const rows = guests.map(({ id, network, createdAt, endpoints, requests, bytes }) => [
    String(id),
    network ?? 'unknown',
    createdAt,
    ageSince(Date.parse(createdAt)),
    String(endpoints),
    String(requests),
    byteSize(bytes),
  ]);
  const headings = ['ID', 'ADDRESS', 'CREATED', 'AGE', 'ENDPOINTS', 'REQUESTS', 'SIZE'];
  surroundings.print(textTable(headings, rows));
}

export const accountCommands = [create, setPlan, setPassword, unlink, remove, list];

/**
 * The id of an account, from the text of an option.
 * @throws {UsageError} if it cannot be one
 */
export function accountId(option: string, text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new UsageError(`${option} must be the id of an account, not ${JSON.stringify(text)}`);
}

const createKey = defineCommand({
  name: 'key create',
  summary: 'Create an API key and print its secret, once.',
  details:
    'The account needs the plus or enterprise plan ("hookwell account set-plan") and may have at most 20 keys.\n' +
    'Its owner deletes keys in the dashboard.',
  options: {
    email: {
      type: 'text',
      placeholder: 'EMAIL',
      description: 'The email of the account.',
      required: true,
    },
    name: {
      type: 'text',
      placeholder: 'NAME',
      description: 'A label for the key, 1 to 100 characters.',
      required: true,
    },
  },
  examples: ['KEY=$(hookwell key create --email ada@example.com --name ci)'],
  async run({ email, name }, surroundings) {
    const secret = await asOperator(surroundings, (operator) => operator.createApiKey(email, name));
    // The secret stands alone on standard output, so that a shell can take it directly.
    surroundings.print(secret);
  },
});

const generateKey = defineCommand({
  name: 'key generate',
  summary: 'Print a new API key that no account has yet.',
  details:
    'It asks no server. A seed file (HOOKWELL_SEED_FILE) gives the key to an account: docs/as-code.md.',
  examples: ['CI_KEY=$(hookwell key generate)'],
  async run(_values, surroundings) {
    surroundings.print(await generatedKey());
  },
});

export const keyCommands = [createKey, generateKey];

const removeEndpoint = defineCommand({
  name: 'endpoint delete',
  summary: 'Delete an endpoint of any account, with its captured requests.',
  details:
    'Its receive URL stops at once. The owner of an endpoint uses "hookwell endpoints delete".',
  operands: {
    token: { placeholder: 'TOKEN', description: 'The last part of the receive URL.' },
  },
  examples: ['hookwell endpoint delete 0h2v8q6c1d7x5m3k9r4t8w2y6b'],
  async run({ token }, surroundings) {
    await asOperator(surroundings, (operator) => operator.deleteEndpoint(token));
    surroundings.note(`Deleted the endpoint ${visible(token)} with all it captured`);
  },
});

export const endpointCommands = [removeEndpoint];
