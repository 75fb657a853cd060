import { asOperator } from '../as-operator.ts';
import { defineCommand } from '../command.ts';
import { textTable } from '../output/text-table.ts';
import { readPassword } from '../password.ts';

const email = {
  type: 'text',
  placeholder: 'EMAIL',
  description: 'The email of the account.',
  required: true,
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
      description: `One of ${plans.join(', ')}; HOOKWELL_SIGNUP_PLAN where it is missing.`,
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
    const password = fromInput ? await readPassword(surroundings.input) : undefined;
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
    email,
    plan: {
      type: 'text',
      placeholder: 'PLAN',
      description: `One of ${plans.join(', ')}.`,
      required: true,
      oneOf: plans,
    },
  },
  examples: ['hookwell account set-plan --email ada@example.com --plan enterprise'],
  async run({ email, plan }, surroundings) {
    await asOperator(surroundings, (operator) => operator.setPlan(email, plan));
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
    const password = await readPassword(surroundings.input);
    await asOperator(surroundings, (operator) => operator.setPassword(email, password));
  },
});

const remove = defineCommand({
  name: 'account delete',
  summary: 'Delete an account with its endpoints, captured requests and keys.',
  options: { email },
  examples: ['hookwell account delete --email ada@example.com'],
  async run({ email }, surroundings) {
    await asOperator(surroundings, (operator) => operator.deleteAccount(email));
  },
});

const list = defineCommand({
  name: 'account list',
  summary: 'List the registered accounts.',
  options: { json: { type: 'flag', description: 'Print JSON instead of a table.' } },
  examples: ['hookwell account list', 'hookwell account list --json'],
  async run({ json }, surroundings) {
    const accounts = await asOperator(surroundings, (operator) => operator.listAccounts());
    if (json) return surroundings.print(JSON.stringify(accounts, undefined, 2));
    const rows = accounts.map((account) => [
      String(account.id),
      account.email,
      account.plan,
      account.status,
      account.createdAt,
      String(account.endpoints),
    ]);
    surroundings.print(textTable(['ID', 'EMAIL', 'PLAN', 'STATUS', 'CREATED', 'ENDPOINTS'], rows));
  },
});

export const accountCommands = [create, setPlan, setPassword, remove, list];
