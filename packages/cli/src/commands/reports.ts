import type { RefusedRequests } from '@hookwell/client';
import { removedWords } from '@hookwell/core/api/sentences';
import { printEvents, receivedEvents } from '../captured-requests/received-events.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { exitCodes } from '../command-line/outcome.ts';
import { byteSize, planLimits, timeSpan } from '../output/amounts.ts';
import { jsonLine, TextTable, textTable } from '../output/text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';
import { noEndpoint, noneMatches, orNotFound } from '../service/not-found.ts';

export const refusalsCommand = defineCommand({
  name: 'refusals',
  summary: 'List the requests to an endpoint that were not stored, and why, newest first.',
  details: [
    'Malformed HTTP, headers and bodies that are too large, senders that were too slow or hung up, limits that were met, a',
    'store that was full or away: what a sender was answered, or nothing, how often in a minute, and from where. The last 7',
    'days are kept, and 100 lines at most; clearing the requests of the endpoint removes them. Nothing of a header, a query or',
    'a body is shown.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    json: { type: 'flag', description: 'Print JSON, one line for each.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell refusals 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell refusals 0h2v8q6c1d7x5m3k9r4t8w2y6b --json',
  ],
  async run({ token: text, json, ...service }, world) {
    const { client, token } = await connectToEndpoint(text, service, world);
    const refusals = await orNotFound(client.endpoints.refusals(token), noEndpoint(token));
    await printRefusals(refusals, token, json, world);
  },
});

/** Prints what was refused at an endpoint: as a table for people, or a line of JSON for each. */
async function printRefusals(
  refusals: readonly RefusedRequests[],
  token: string,
  json: boolean,
  { write, note, output }: Pick<Surroundings, 'write' | 'note' | 'output'>,
): Promise<void> {
  if (refusals.length === 0) {
    if (!json) note('Nothing was refused in the last 7 days');
    return;
  }
  const table = new TextTable(['RECEIVED', 'TIMES', 'FROM', 'REFUSED'], output.columns);
  const lines = json
    ? refusals.map((refused) => jsonLine(refused))
    : table.lines(refusals.flatMap((refused) => rowsOf(refused, token)));
  await write(`${lines.join('\n')}\n`);
}

/** `413 body too large: POST /orders, 20 MiB`; in a further row what is malformed. */
function rowsOf(refused: RefusedRequests, token: string): string[][] {
  const { at, count, ipAddress, status, reason, detail, method, path, bytes } = refused;
  const request = [
    method,
    // Every line would have the same beginning.
    path?.replace(`/wh/${token}`, ''),
  ].filter(Boolean);
  const told = [request.join(' '), bytes === undefined ? '' : byteSize(bytes)].filter(Boolean);
  const why = `${status === undefined ? '' : `${status} `}${reason.replaceAll('_', ' ')}`;
  const what = told.length === 0 ? why : `${why}: ${told.join(', ')}`;
  const row = [at, String(count), ipAddress, what];
  return detail === undefined ? [row] : [row, ['', '', '', detail]];
}

export const freshCommand = defineCommand({
  name: 'fresh',
  summary: 'Tell whether a request came lately, for scripts and monitors.',
  details: `It ends with ${exitCodes.done} if the newest captured request is younger than --within, and with ${exitCodes.noMatch} if it is not, or there is none.`,
  operands: { token: tokenOperand },
  options: {
    within: {
      type: 'duration',
      placeholder: 'TIME',
      required: true,
      description: 'How old it may be: 1s to 30d.',
    },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell fresh 0h2v8q6c1d7x5m3k9r4t8w2y6b --within 1h',
    'hookwell fresh 0h2v8q6c1d7x5m3k9r4t8w2y6b --within 1d --json',
  ],
  async run({ token: word, within: withinMs, json, ...service }, world) {
    const signal = world.interruption();
    const { client, token } = await connectToEndpoint(word, service, world, signal);
    const asked = client.endpoints.freshness(token, { within: `${withinMs / 1000}s`, signal });
    const freshness = await orNotFound(asked, noEndpoint(token));
    if (json) world.print(jsonLine(freshness));
    const { fresh, newestAt, newestId } = freshness;
    const newest = newestAt === undefined ? '' : `#${newestId} came at ${newestAt}`;
    if (fresh && !json) world.print(newest);
    if (fresh) return;
    const sentence = `Nothing came within ${timeSpan(withinMs)}`;
    throw await noneMatches(client, token, newest === '' ? sentence : `${sentence}: ${newest}`);
  },
});

export const eventsCommand = defineCommand({
  name: 'events',
  summary: 'List the events that came to an endpoint, the latest first.',
  details: [
    'Each event with the times of its latest and its first request, how many there are, and how many of them have a JSON',
    'body, of all that is stored. "-" stands for requests that name no event.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    json: { type: 'flag', description: 'Print JSON, one line for each event.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell events 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell events 0h2v8q6c1d7x5m3k9r4t8w2y6b --json | jq .event',
  ],
  async run({ token: text, json, ...service }, world) {
    const signal = world.interruption();
    const { client, token } = await connectToEndpoint(text, service, world, signal);
    const progress = (from: number) => world.progress.show(`read back to request #${from}`);
    try {
      const reading = receivedEvents(client, token, signal, progress);
      const events = await orNotFound(reading, noEndpoint(token));
      world.progress.end();
      await printEvents(events, json, world);
    } finally {
      world.progress.end();
    }
  },
});

export const usageCommand = defineCommand({
  name: 'usage',
  summary:
    'Show how many captured requests are stored, how large they are, and what the plan allows.',
  details:
    'It counts each endpoint, oldest first, and all together. Cleared requests do not count.',
  options: {
    json: { type: 'flag', description: 'Print one line of JSON.' },
    ...serviceOptions,
  },
  examples: ['hookwell usage', 'hookwell usage --json'],
  async run({ json, ...service }, world) {
    const { requests, endpoints, auth, service: info } = await connect(service, world);
    if (json) return world.print(jsonLine(await requests.usage()));
    const [usage, listed, principal, offers] = await Promise.all([
      requests.usage(),
      endpoints.list(),
      auth.me(),
      info.get(),
    ]);
    const names = new Map(listed.map(({ token, badgeName }) => [token, badgeName]));
    const rows = usage.endpoints.map((endpoint) => [
      names.get(endpoint.token) ?? endpoint.token,
      String(endpoint.requests),
      byteSize(endpoint.bytes),
      endpoint.newestId === undefined ? '-' : String(endpoint.newestId),
      endpoint.newestAt ?? '-',
    ]);
    const total = ['All together', String(usage.requests), byteSize(usage.bytes), '', ''];
    world.print(
      textTable(['ENDPOINT', 'REQUESTS', 'SIZE', 'NEWEST', 'RECEIVED'], [...rows, total]),
    );
    world.print(planLimits(principal, offers, listed.length));
    const limits = offers.plans.find(({ plan }) => plan === principal.plan);
    for (const { token, removed } of usage.endpoints) {
      if (removed === undefined || limits === undefined) continue;
      world.print(`${names.get(token) ?? token}: ${removedWords(removed, limits)}`);
    }
  },
});
