import { defineCommand } from '../command.ts';
import { sendingOptions, targetOf } from '../forwarding/forwarding-options.ts';
import { connect, serviceOptions } from '../service/connect.ts';

const name = 'replay';

export const replayCommand = defineCommand({
  name,
  summary: 'Send captured requests to a server of yours, again.',
  details: [
    'They are sent in the order given, one after the other, with their method, path, query, headers and',
    'exact bytes. Headers whose names begin with X- are not stored, so they are not sent.',
    'It fails where any of them could not be sent, or was answered with 400 or above.',
  ].join('\n'),
  operands: {
    ids: {
      placeholder: 'ID',
      description: 'Ids of captured requests.',
      type: 'id',
      repeatable: true,
    },
  },
  options: {
    to: {
      type: 'text',
      placeholder: 'URL',
      description: 'Where to send them; what followed the token is added to its path.',
      required: true,
    },
    json: { type: 'flag', description: 'Print one line of JSON for each of them.' },
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell replay 4211 --to http://localhost:3000/hook',
    'hookwell replay 4211 4212 4213 --to localhost:3000/hook --json',
  ],
  async run({ to, ...values }, world) {
    const target = targetOf(to, name);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { replay } = await import('../forwarding/replay.ts');
    await replay({ ...values, target }, await connect(values, world), world);
  },
});
