import type { ExactRequest, HookwellClient } from '@hookwell/client';
import type { Selection } from '@hookwell/client/archives';
import { exactRequests, harEnd, harStart } from '@hookwell/client/archives';
import { droppedSentence } from '../captured-requests/dropped-headers.ts';
import { exactRequestJson } from '../captured-requests/exact-json.ts';
import { harEntry } from '../captured-requests/har.ts';
import { checkedMatch } from '../captured-requests/match-option.ts';
import { defineCommand } from '../command-line/command.ts';
import { counted } from '../output/amounts.ts';
import { jsonLine } from '../output/json-text.ts';
import { writeFileWhole } from '../output/output-file.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';
import { endpointTokenIfAny } from '../service/receive-addresses.ts';
import { optionalTokenOperand, selectionOptions } from './requests-list.ts';

/** Short exports show no progress. */
const quietMs = 1000;

export const requestsExport = defineCommand({
  name: 'requests export',
  summary: 'Write captured requests into a file for other programs.',
  details:
    'It writes the requests of one endpoint or of all, newest first, exactly as they were sent: as an HTTP\n' +
    'archive (HAR 1.2) or in the JSON lines that "requests list --json" prints. A file is written whole or not at all.',
  operands: { token: optionalTokenOperand },
  options: {
    format: {
      type: 'text',
      placeholder: 'FORMAT',
      description: 'har or jsonl.',
      required: true,
      oneOf: ['har', 'jsonl'],
    },
    output: {
      type: 'text',
      placeholder: 'FILE',
      description: 'The file to write; else standard output.',
    },
    ...selectionOptions,
    ...serviceOptions,
  },
  examples: [
    'hookwell requests export --format har --output webhooks.har',
    'hookwell requests export --match "received>7d" --format jsonl --output week.jsonl',
    'hookwell requests export 0h2v8q6c1d7x5m3k9r4t8w2y6b --format jsonl | gzip > webhooks.jsonl.gz',
  ],
  async run({ token, format, output, before, after, match: text, ...service }, world) {
    const match = await checkedMatch(text, 'requests export', world);
    const client = await connect(service, world);
    const endpoint = await endpointTokenIfAny(token, client);
    const signal = world.interruption();
    const limit = Number.POSITIVE_INFINITY;
    const selection = { endpoint, before, after, match, limit, signal };
    const texts =
      format === 'har' ? harTexts(client, selection, world.version) : jsonLines(client, selection);
    const isShown = output === undefined && world.output.isTerminal;
    const quietUntil = performance.now() + quietMs;
    let [count, dropped] = [0, 0];
    const writeAll = async (write: (text: string) => Promise<void>) => {
      for await (const { text, request } of texts) {
        signal.throwIfAborted();
        await write(text);
        if (request !== undefined) {
          count += 1;
          dropped += request.droppedHeaders;
        }
        if (!isShown && performance.now() > quietUntil) world.progress.show(`${count} requests`);
      }
    };
    const work = output === undefined ? writeAll(world.write) : writeFileWhole(output, writeAll);
    await orNotFound(work, noEndpoint(endpoint)).finally(() => world.progress.end());
    if (isShown) return;
    world.note(`Exported ${counted(count, 'request')}`);
    // Other endpoints may keep theirs: none of the headers tells of all.
    if (dropped > 0) world.note(droppedSentence({ droppedHeaders: dropped, headers: [] }));
  },
});

/** A text of the file, and the request that it completes, if it completes one. */
interface Text {
  text: string;
  request?: ExactRequest;
}

async function* jsonLines(
  client: HookwellClient,
  selection: Selection,
): AsyncGenerator<Text, void> {
  for await (const request of exactRequests(client, selection)) {
    for (const text of exactRequestJson(request)) yield { text };
    yield { text: '\n', request };
  }
}

async function* harTexts(
  client: HookwellClient,
  selection: Selection,
  version: string,
): AsyncGenerator<Text, void> {
  let separator = '\n';
  yield { text: harStart(version) };
  const { receiveBaseUrl } = await client.service.get();
  for await (const exact of exactRequests(client, selection)) {
    yield { text: `${separator}${jsonLine(harEntry(exact, receiveBaseUrl))}`, request: exact };
    separator = ',\n';
  }
  yield { text: `\n${harEnd}\n` };
}
