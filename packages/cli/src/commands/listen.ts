import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand } from '../command-line/command.ts';
import { orUsageError, UsageError } from '../command-line/outcome.ts';
import { concurrencyOption, retryOption } from '../forwarding/forwarding-options.ts';
import { fromNowOn, parseSince } from '../forwarding/since.ts';
import { sendingOptions, targetOf } from '../sending/sending-options.ts';
import { connectTo, serviceOptions } from '../service/connect.ts';
import { connectOrBeGuest } from '../service/guest-access.ts';
import { tokenOperand } from '../service/receive-addresses.ts';
import { signingOf, signingOptions } from '../signatures/signing-options.ts';

const name = 'listen';

export const listenCommand = defineCommand({
  name,
  summary: 'Show requests as they are captured, and forward them to a server of yours.',
  details: [
    'Requests are forwarded in the order in which they were captured, each once, with their method, path,',
    'query, headers and exact bytes. Those whose names begin with X- are sent if the settings of the endpoint keep them',
    '("xHeaders": "keep"), else they are missing; with --sign each request gets a new signature, the delivery id and the',
    'event of its sender (docs/forwarding.md).',
    'It goes on through restarts of the service and of the target; Ctrl-C ends it. Then it lists the requests that',
    'the target did not take, and "hookwell replay --failed" sends these again.',
    'Without TOKEN it takes your only endpoint, and makes one if there is none. If nobody is logged in, it makes',
    'you a guest of the service, and says so.',
  ].join('\n'),
  operands: { token: { ...tokenOperand, optional: true } },
  options: {
    forward: {
      type: 'text',
      placeholder: 'URL',
      description: 'The URL to forward to; the path after the token is added to it.',
    },
    all: { type: 'flag', description: 'Take the requests of all your endpoints.' },
    since: {
      type: 'text',
      placeholder: 'WHEN',
      description: 'Begin with stored requests: after an id, or from a time on (10m, 2026-03-01).',
    },
    match: matchOption('Take only requests that match'),
    'only-errors': {
      type: 'flag',
      description:
        'Show only requests that were not forwarded, or were answered with 400 or above.',
    },
    concurrency: concurrencyOption,
    retry: retryOption,
    'ready-file': {
      type: 'text',
      placeholder: 'FILE',
      description:
        'A file with the receive URL in it, which exists while the command is listening.',
    },
    json: { type: 'flag', description: 'Print each captured request as one line of JSON.' },
    ...signingOptions,
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell listen --forward http://localhost:3000/hook',
    'hookwell listen 0h2v8q6c1d7x5m3k9r4t8w2y6b --match "method:POST json.type=invoice.paid"',
    'hookwell listen --all --since 10m --json | jq .body',
    'hookwell listen --forward 3000 --sign github --secret-env GITHUB_SECRET',
    'hookwell listen --forward 3000 --ready-file ready & until [ -e ready ]; do sleep 0.1; done',
  ],
  async run({ token: word, since, match, forward, ...options }, world) {
    const {
      timeout: timeoutMs,
      retry: retryMs,
      'only-errors': onlyErrors,
      'ready-file': readyFile,
      ...values
    } = options;
    if (forward === undefined && (onlyErrors || retryMs !== undefined)) {
      const option = onlyErrors ? 'only-errors' : 'retry';
      throw new UsageError(`Option --${option} needs --forward`, name);
    }
    if (forward === undefined && (values.sign ?? values['sign-settings']) !== undefined) {
      const option = values.sign === undefined ? 'sign-settings' : 'sign';
      throw new UsageError(`Option --${option} needs --forward`, name);
    }
    if (values.all && word !== undefined) {
      throw new UsageError('Only one of TOKEN and --all can be given', name);
    }
    const begin = () => (since === undefined ? fromNowOn : parseSince(since));
    const plan = {
      ...values,
      onlyErrors,
      readyFile,
      timeoutMs,
      retryMs,
      endpoint: word,
      target: forward === undefined ? undefined : targetOf(forward, name),
      since: orUsageError(begin, name, 'Option --since '),
      match: await checkedMatch(match, name),
      signing: await signingOf(values, world, name),
    };
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { listen } = await import('../forwarding/listen.ts');
    // A new guest has no endpoint yet that TOKEN could name.
    const access = word === undefined ? connectOrBeGuest : connectTo;
    await listen(plan, () => access(values, world), world);
  },
});
