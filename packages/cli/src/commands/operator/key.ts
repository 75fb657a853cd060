import { defineCommand } from '../../command-line/command.ts';
import { asOperator, generatedKey } from './as-operator.ts';

const create = defineCommand({
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

const generate = defineCommand({
  name: 'key generate',
  summary: 'Print a new API key that no account has yet.',
  details:
    'It asks no server. A seed file (HOOKWELL_SEED_FILE) gives the key to an account: docs/as-code.md.',
  examples: ['CI_KEY=$(hookwell key generate)'],
  async run(_values, surroundings) {
    surroundings.print(await generatedKey());
  },
});

export const keyCommands = [create, generate];
