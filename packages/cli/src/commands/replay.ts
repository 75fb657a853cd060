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
    'The command fails if a request could not be sent, or was answered with 400 or above.',
    'With --failed it sends the requests that the same target did not take from "hookwell listen --forward":',
    'those of your endpoints at this service, oldest first.',
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
      description: 'The address to send them to; the path after the token is added to it.',
      required: true,
    },
    failed: { type: 'flag', description: 'Send the requests that the target did not take before.' },
    json: { type: 'flag', description: 'Print one line of JSON for each of them.' },
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell replay 4211 --to http://localhost:3000/hook',
    'hookwell replay 4211 4212 4213 --to localhost:3000/hook --json',
    'hookwell replay --failed --to http://localhost:3000/hook',
  ],
  async run({ to, timeout: timeoutMs, ...values }, world) {
    if (values.failed === values.ids.length > 0) {
      const sentence = values.failed ? 'Only one of ID and --failed can be given' : 'ID is missing';
      throw new UsageError(sentence, name);
    }
    const target = targetOf(to, name);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { replay } = await import('../forwarding/replay.ts');
    await replay({ ...values, target, timeoutMs }, await connectTo(values, world), world);
  },
});
