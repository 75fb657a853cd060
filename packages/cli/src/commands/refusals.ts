import { defineCommand } from '../command-line/command.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointToken, tokenOperand } from '../service/receive-addresses.ts';

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
    const client = await connect(service, world);
    const token = await endpointToken(text, client);
    const refusals = await orNotFound(client.endpoints.refusals(token), noEndpoint(token));
    const { printRefusals } = await import('../captured-requests/print-refusals.ts');
    await printRefusals(refusals, token, json, world);
  },
});
