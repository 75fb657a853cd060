import { defineCommand } from '../command-line/command.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointToken, tokenOperand } from '../service/receive-addresses.ts';

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
    const client = await connect(service, world);
    const token = await endpointToken(text, client, signal);
    const [{ receivedEvents }, { printEvents }] = await Promise.all([
      import('../captured-requests/received-events.ts'),
      import('../captured-requests/print-events.ts'),
    ]);
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
