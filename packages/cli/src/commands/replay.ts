import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { sendingOptions, targetOf } from '../sending/sending-options.ts';
import { connectTo, serviceOptions } from '../service/connect.ts';

const name = 'replay';

export const replayCommand = defineCommand({
  name,
  summary: 'Send captured requests to a server of yours, again.',
  details: [
    'They are sent in the order given, one after the other, with their method, path, query, headers and',
    'exact bytes. Headers whose names begin with X- are not stored, so they are not sent.',
    'It fails where any of them could not be sent, or was answered with 400 or above.',
    'With --failed they are those that "hookwell listen --forward" could not bring to that same target, or that',
    'it answered so, oldest first: for this service, and the endpoints that you have.',
  ].join('\n'),
  operands: {
    ids: {
      placeholder: 'ID',
      description: 'Ids of captured requests.',
      type: 'id',
      optional: true,
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
    failed: { type: 'flag', description: 'Those that the target did not take before.' },
    json: { type: 'flag', description: 'Print one line of JSON for each of them.' },
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell replay 4211 --to http://localhost:3000/hook',
    'hookwell replay 4211 4212 4213 --to localhost:3000/hook --json',
    'hookwell replay --failed --to http://localhost:3000/hook',
  ],
  async run({ to, ...values }, world) {
    if (values.failed === values.ids.length > 0) {
      const sentence = values.failed ? 'Only one of ID and --failed can be given' : 'ID is missing';
      throw new UsageError(sentence, name);
    }
    const target = targetOf(to, name);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { replay } = await import('../forwarding/replay.ts');
    await replay({ ...values, target }, await connectTo(values, world), world);
  },
});
