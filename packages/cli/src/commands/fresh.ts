import { defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../command-line/outcome.ts';
import { timeSpan } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointToken, tokenOperand } from '../service/receive-addresses.ts';
import { noneMatches } from '../service/removed-requests.ts';

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
    const client = await connect(service, world);
    const token = await endpointToken(word, client, signal);
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
