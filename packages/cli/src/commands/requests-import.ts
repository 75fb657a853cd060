import { defineCommand } from '../command-line/command.ts';
import { connectAsAnyone, serviceOptions } from '../service/connect.ts';
import { receiveUrlOf } from '../service/receive-url.ts';
import { keptOfEach } from '../service/removed-requests.ts';

export const requestsImport = defineCommand({
  name: 'requests import',
  summary: 'Send the requests of an archive to an endpoint, which captures them again.',
  details: [
    'The archive is a HAR file of a browser, a proxy or this service, or the JSON lines of "requests export". All of it is',
    'checked first; then the requests go to the receive URL, oldest first, with their method, path, query, headers and exact',
    'bytes. Headers of the connection are left out, and the host is that of the receive URL. Whatever the endpoint',
    'answers, it goes on; where the service asks for time, it waits.',
  ].join('\n'),
  operands: {
    file: { placeholder: 'FILE', description: 'The archive, up to 1 GiB; "-" is standard input.' },
  },
  options: {
    to: {
      type: 'text',
      placeholder: 'ENDPOINT',
      endpoint: true,
      description: 'The endpoint: its token, its receive URL or its name.',
      required: true,
    },
    skip: {
      type: 'number',
      placeholder: 'NUMBER',
      description: 'Leave out the oldest ones, as many as an interrupted import has sent.',
    },
    json: { type: 'flag', description: 'Print the counts as one line of JSON.' },
    ...serviceOptions,
  },
  examples: [
    'hookwell requests import webhooks.har --to 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell requests import week.jsonl --to 0h2v8q6c1d7x5m3k9r4t8w2y6b --skip 2',
    'gzip -dc webhooks.jsonl.gz | hookwell requests import - --to 0h2v8q6c1d7x5m3k9r4t8w2y6b',
  ],
  async run({ file, to, skip = 0, json, ...service }, world) {
    // Loaded here, so that help and mistakes in the command line answer without it.
    const { importArchive } = await import('../archives/import-archive.ts');
    const findUrl = async () => new URL(await receiveUrlOf(to, service, world));
    const stored = await importArchive({ file, skip, json }, findUrl, world);
    const kept = await keptOfEach(await connectAsAnyone(service, world));
    if (kept !== undefined && stored > kept)
      world.note(`Only the newest ${kept} of them stay: an endpoint keeps no more on your plan`);
  },
});
