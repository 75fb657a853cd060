import { defineCommand } from '../command-line/command.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointToken, tokenOperand } from '../service/receive-addresses.ts';

const defaultLimit = 100;

export const deliveriesCommand = defineCommand({
  name: 'deliveries',
  summary: 'List the deliveries to an endpoint with settings, newest first.',
  details: [
    'A delivery is all attempts of a sender to deliver the same thing. Each attempt is shown with its reply and the time',
    'since the attempt before. A delivery is accepted once an attempt was answered with 2xx.',
  ].join('\n'),
  operands: { token: tokenOperand },
  options: {
    limit: {
      type: 'number',
      placeholder: 'N',
      minimum: 1,
      description: `The most deliveries to list; ${defaultLimit} by default.`,
    },
    json: { type: 'flag', description: 'Print JSON, one line for each delivery.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell deliveries 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell deliveries 0h2v8q6c1d7x5m3k9r4t8w2y6b --limit 1 --json',
  ],
  async run({ token: text, limit = defaultLimit, json, ...service }, world) {
    const client = await connect(service, world);
    const token = await endpointToken(text, client);
    const { printDeliveries } = await import('../captured-requests/print-deliveries.ts');
    const listing = printDeliveries(client, token, { limit, json }, world);
    await orNotFound(listing, noEndpoint(token));
  },
});
