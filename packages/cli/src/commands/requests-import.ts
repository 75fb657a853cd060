import { OrderedArchive } from '../archives/ordered-archive.ts';
import { WantedRequests } from '../archives/wanted-requests.ts';
import { defineCommand } from '../command-line/command.ts';
import { CommandFailure, exitCodes, UsageError } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { serviceOptions } from '../service/connect.ts';
import { receiveUrlOf } from '../service/receive-url.ts';

const name = 'requests import';

export const requestsImport = defineCommand({
  name,
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
    const wanted = new WantedRequests(true);
    const archive = await OrderedArchive.open(file, wanted.wanted, world);
    try {
      tellOf(wanted, world.note);
      if (archive.count === 0) {
        throw new CommandFailure(`${archive.source}: there is no request in it to send`, {
          exitCode: exitCodes.usage,
        });
      }
      if (skip > archive.count) {
        const there = counted(archive.count, 'request');
        throw new UsageError(`Option --skip: there is no more than ${there} to send`, name);
      }
      const receiveUrl = new URL(await receiveUrlOf(to, service, world));
      // Loaded here, so that help and mistakes in the archive answer without it.
      const { importRequests } = await import('../archives/import-requests.ts');
      await importRequests({ archive, receiveUrl, skip, json }, world);
    } finally {
      await archive.close();
    }
  },
});

function tellOf(wanted: WantedRequests, note: (line: string) => void): void {
  wanted.tell(note);
  const { dropped } = wanted;
  if (dropped === 0) return;
  const headers = counted(dropped, 'header');
  note(`Not in the archive: ${headers} beginning with X-, dropped before the requests were stored`);
}
