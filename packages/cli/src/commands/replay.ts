import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { faultOptions, faultsOf } from '../forwarding/replay-faults.ts';
import { sendingOptions, targetOf } from '../sending/sending-options.ts';
import { connectTo, serviceOptions } from '../service/connect.ts';
import { endpointTokenIfAny } from '../service/endpoints.ts';
import { signingOf, signingOptions } from '../signatures/signing-options.ts';

const name = 'replay';

export const replayCommand = defineCommand({
  name,
  summary: 'Send captured requests to a server of yours, again.',
  details: [
    'They are sent in the order given, one after the other, with their method, path, query, headers and',
    'exact bytes. Headers whose names begin with X- are sent if the settings of the endpoint kept them',
    '("xHeaders": "keep"), else they are missing; with --sign each request gets a new signature, the delivery id and the',
    'event of its sender (docs/forwarding.md).',
    'The command fails if a request could not be sent, or was answered with 400 or above.',
    'With --failed it sends the requests that a target did not take from "hookwell listen --forward": those of your',
    'endpoints at this service, oldest first, to the same target or to that of --to. Where several targets did not',
    'take some, it lists them, and --to names one. With --match it sends the stored requests that match, oldest first;',
    '"hookwell requests list --match" shows them before.',
    'To test a receiver, --duplicate, --shuffle and --drop do what senders and networks do. At the end it tells what',
    'was done and the seed, which does the same again: on standard error, with --json in a last line.',
  ].join('\n'),
  operands: {
    ids: {
      type: 'id',
      placeholder: 'ID',
      description: 'The ids of captured requests.',
      optional: true,
      repeatable: true,
    },
  },
  options: {
    to: {
      type: 'text',
      placeholder: 'URL',
      description:
        'The URL to send them to; the path after the token is added to it. With --failed it is known.',
    },
    match: matchOption('Send the stored requests that match'),
    endpoint: {
      type: 'text',
      placeholder: 'TOKEN',
      description: 'With --match, only requests of this endpoint: its token, receive URL or name.',
    },
    failed: { type: 'flag', description: 'Send the requests that the target did not take before.' },
    ...faultOptions,
    json: { type: 'flag', description: 'Print one line of JSON for each of them.' },
    ...signingOptions,
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell replay 4211 --to http://localhost:3000/hook',
    'hookwell replay 4211 4212 4213 --to localhost:3000/hook --json',
    'hookwell replay --match "path=/paid received>1h" --to localhost:3000/hook',
    'hookwell replay 4211 --to localhost:3000/hook --sign stripe --secret-env STRIPE_WEBHOOK_SECRET',
    'hookwell replay --failed',
    'hookwell replay --match "received>1h" --to localhost:3000/hook --duplicate 2 --shuffle --drop 0.1 --seed 7',
  ],
  async run({ ids, to, timeout: timeoutMs, match: text, endpoint: word, ...values }, world) {
    checkChoice({ ...values, ids, match: text, endpoint: word });
    const faults = faultsOf(values, name);
    const match = await checkedMatch(text, name, world);
    if (to === undefined && !values.failed) throw new UsageError('Option --to is missing', name);
    const target = to === undefined ? undefined : targetOf(to, name);
    const signing = await signingOf(values, world, name);
    const plan = { ...values, ids, match, faults, timeoutMs, signing };
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { failedTarget } = await import('../forwarding/failed-requests.ts');
    const { replay } = await import('../forwarding/replay.ts');
    const access = await connectTo(values, world);
    const endpoint = await endpointTokenIfAny(word, access.client);
    const failedAt =
      target === undefined || values.failed ? await failedTarget(target, access, world) : target;
    await replay({ ...plan, endpoint, target: target ?? failedAt, failedAt }, access, world);
  },
});

interface Choice {
  ids: readonly number[];
  failed: boolean;
  match: string | undefined;
  endpoint: string | undefined;
}

/** @throws {UsageError} unless one thing says which stored requests are meant */
function checkChoice({ ids, failed, match, endpoint }: Choice): void {
  const given = [ids.length > 0, failed, match !== undefined].filter(Boolean);
  if (given.length === 0) throw new UsageError('ID is missing', name);
  if (given.length > 1) {
    throw new UsageError('Only one of ID, --failed and --match can be given', name);
  }
  if (endpoint !== undefined && match === undefined) {
    throw new UsageError('Option --endpoint needs --match', name);
  }
}
