import { defineCommand } from '../../command-line/command.ts';
import { visible } from '../../output/visible.ts';
import { asOperator } from './as-operator.ts';

const remove = defineCommand({
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

export const endpointCommands = [remove];
