import { defineCommand } from '../../command-line/command.ts';
import { asOperator } from './as-operator.ts';

const create = defineCommand({
  name: 'key create',
  summary: 'Create an API key and print its secret, once.',
  details:
    'The account needs the plus or enterprise plan ("hookwell account set-plan") and may have at most 20 keys:\n' +
    'its owner deletes one that is not needed any more in the dashboard.',
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
      description: 'A label to know the key by, 1 to 100 characters.',
      required: true,
    },
  },
  examples: ['KEY=$(hookwell key create --email ada@example.com --name ci)'],
  async run({ email, name }, surroundings) {
    const secret = await asOperator(surroundings, (operator) => operator.createApiKey(email, name));
    // Alone on standard output, so that a shell can take it as it is.
    surroundings.print(secret);
  },
});

export const keyCommands = [create];
