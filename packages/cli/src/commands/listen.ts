import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { orUsageError, UsageError } from '../command-line/outcome.ts';
import type { PlannedRoutes } from '../forwarding/listen.ts';
import {
  checkedAnswerWait,
  concurrencyOption,
  retryOptions,
  retryPlanOf,
} from '../forwarding/retrying.ts';
import { fromNowOn, parseSince } from '../forwarding/since.ts';
import { sendingOptions, targetOf } from '../sending/sending-options.ts';
import { connectTo, serviceOptions } from '../service/connect.ts';
import { tokenOperand } from '../service/endpoints.ts';
import { connectOrBeGuest } from '../service/log-in.ts';
import { signingOf, signingOptions } from '../signatures/signing-options.ts';

const name = 'listen';

const needingTarget = [
  'only-errors',
  'retry',
  'retry-status',
  'answer',
  'sign',
  'sign-settings',
] as const;

/** What a file of routes says for each of them. */
const standingInFile = [
  'TOKEN',
  'all',
  'forward',
  'match',
  'answer',
  'retry',
  'retry-status',
  ...Object.keys(signingOptions),
];

export const listenCommand = defineCommand({
  name,
  summary: 'Show requests as they are captured, and forward them to a server of yours.',
  details: [
    'Requests are forwarded in the order in which they were captured, each once, with their method, path,',
    'query, headers and exact bytes. Those whose names begin with X- are sent if the settings of the endpoint keep them',
    '("xHeaders": "keep"), else they are missing; with --sign each request gets a new signature, the delivery id and the',
    'event of its sender (docs/forwarding.md).',
    'With --answer the senders of new requests wait, and get what that server answers, whatever the endpoint says; without',
    'an answer in time they get what they would have got otherwise. These requests are forwarded at once.',
    'With --config a file has the routes: listen: [{endpoint, match, forward, sign, answer, retry}].',
    'It goes on through restarts of the service and of the target; Ctrl-C ends it. Then it lists the requests that',
    'the target did not take, and "hookwell replay --failed" sends these again.',
    'Without TOKEN it takes your only endpoint, and makes one if there is none, which keeps headers that begin with X-.',
    'If nobody is logged in, it makes you a guest of the service, and says so.',
  ].join('\n'),
  operands: { token: { ...tokenOperand, optional: true } },
  options: {
    forward: {
      type: 'text',
      placeholder: 'URL',
      description: 'The URL to forward to; the path after the token is added to it.',
    },
    answer: {
      type: 'duration',
      placeholder: 'TIME',
      description:
        'Send the answers of that server back: senders wait for them so long, up to 25s.',
    },
    config: {
      type: 'text',
      placeholder: 'FILE',
      takesMinus: true,
      description:
        'Take the routes of a file in YAML or JSON, several endpoints at once; "-" is standard input.',
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
    ...retryOptions,
    'ready-file': {
      type: 'text',
      placeholder: 'FILE',
      description:
        'A file with the receive URL in it, or all of them, which exists while the command is listening.',
    },
    json: { type: 'flag', description: 'Print each captured request as one line of JSON.' },
    ...signingOptions,
    ...sendingOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell listen --forward http://localhost:3000/hook',
    'hookwell listen --forward 3000 --answer 10s',
    'hookwell listen 0h2v8q6c1d7x5m3k9r4t8w2y6b --match "method:POST json.type=invoice.paid"',
    'hookwell listen --all --since 10m --json | jq .body',
    'hookwell listen --forward 3000 --sign github --secret-env GITHUB_SECRET',
    'hookwell listen --config routes.yaml',
    'hookwell listen --forward 3000 --ready-file ready & until [ -e ready ]; do sleep 0.1; done',
  ],
  async run({ token: word, since, match, forward, config, ...options }, world) {
    const {
      timeout: timeoutMs,
      answer,
      'only-errors': onlyErrors,
      'ready-file': readyFile,
    } = options;
    if (config !== undefined) refuseBeside(config, { ...options, match, forward, TOKEN: word });
    if (forward === undefined && config === undefined) {
      const lonely = needingTarget.find((option) => isGiven(options[option]));
      if (lonely !== undefined) throw new UsageError(`Option --${lonely} needs --forward`, name);
    }
    const answerMs =
      answer === undefined
        ? undefined
        : orUsageError(() => checkedAnswerWait(answer), name, 'Option --answer ');
    if (answerMs !== undefined && options.all) {
      throw new UsageError('Options --answer and --all exclude each other', name);
    }
    if (options.all && word !== undefined) {
      throw new UsageError('Only one of TOKEN and --all can be given', name);
    }
    const begin = () => (since === undefined ? fromNowOn : parseSince(since));
    const { json, concurrency, insecure } = options;
    const common = {
      ...{ json, concurrency, insecure, onlyErrors, readyFile, timeoutMs },
      since: orUsageError(begin, name, 'Option --since '),
    };
    const routes: PlannedRoutes =
      config === undefined
        ? {
            endpoint: word,
            all: options.all,
            route: {
              target: forward === undefined ? undefined : targetOf(forward, name),
              match: await checkedMatch(match, name, world),
              answerMs,
              retry: retryPlanOf(options, name),
              signing: await signingOf(options, world, name),
            },
          }
        : await routesOf(config, world);
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { listen } = await import('../forwarding/listen.ts');
    // A new guest has no endpoint yet that could be named.
    const access = word === undefined && config === undefined ? connectOrBeGuest : connectTo;
    await listen({ ...common, routes }, () => access(options, world), world);
  },
});

async function routesOf(config: string, world: Surroundings): Promise<PlannedRoutes> {
  const { routesIn } = await import('../forwarding/routes-file.ts');
  return await routesIn(config, world, name);
}

/** @throws {UsageError} if something is given that stands in the file, or that would be the same for all its routes */
function refuseBeside(config: string, values: Readonly<Record<string, unknown>>): void {
  const rival = standingInFile.find((one) => isGiven(values[one]));
  if (rival === undefined) return;
  const title = rival === 'TOKEN' ? rival : `--${rival}`;
  throw new UsageError(
    `Only one of --config and ${title} can be given: each route of ${config} has its own`,
    name,
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}
