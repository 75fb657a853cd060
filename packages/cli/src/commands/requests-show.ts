import type { ExactRequest, HookwellClient } from '@hookwell/client';
import {
  exactRequests,
  harEnd,
  harStart,
  type Selection,
  sentUrl,
} from '@hookwell/client/archives';
import { exactRequestJson, harEntry, writeExactJson } from '../captured-requests/exact-json.ts';
import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import {
  droppedSentence,
  readableRequest,
  withMarkedText,
} from '../captured-requests/readable-request.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { counted } from '../output/amounts.ts';
import { writeFileWhole } from '../output/output-file.ts';
import { jsonLine, visibleLines } from '../output/text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { endpointTokenIfAny } from '../service/endpoints.ts';
import { noEndpoint, noneMatches, orNoRequest, orNotFound } from '../service/not-found.ts';
import { optionalTokenOperand, selectionOptions } from './requests-list.ts';

const name = 'requests show';

export const requestsShow = defineCommand({
  name,
  summary: 'Show a captured request: the one with an id, or the newest one that matches.',
  details: 'The output is readable; with --curl, --json or --body it is exact.',
  operands: {
    id: { placeholder: 'ID', description: 'The id of the request.', type: 'id', optional: true },
  },
  options: {
    match: matchOption('The newest request that matches'),
    curl: { type: 'flag', description: 'Print a command for bash that sends it again.' },
    json: { type: 'flag', description: 'Print one line of JSON.' },
    body: { type: 'flag', description: 'Write the exact bytes of its body.' },
    ...serviceOptions,
  },
  exclusive: ['curl', 'json', 'body'],
  examples: [
    'hookwell requests show 4211',
    'hookwell requests show --match "json.type=invoice.paid"',
    'hookwell requests show 4211 --curl | bash',
    'hookwell requests show 4211 --body > body.bin',
  ],
  async run({ id: given, match: text, curl, json, body, ...service }, world) {
    if ((given === undefined) === (text === undefined)) {
      const sentence =
        text === undefined ? 'ID is missing' : 'Only one of ID and --match can be given';
      throw new UsageError(sentence, name);
    }
    const match = await checkedMatch(text, name, world);
    const client = await connect(service, world);
    const { requests } = client;
    const id = given ?? (await newestMatch(client, match));
    const found = <Result>(call: Promise<Result>) => orNoRequest(call, id, client);
    if (body) return await writeBody(await found(requests.body(id)), world);
    if (json) return await writeExactJson(await found(requests.exact(id)), world);
    const wire = await found(requests.wire(id));
    if (!curl) {
      const request = await withMarkedText(await found(requests.get(id)), () =>
        found(requests.body(id)),
      );
      return await world.write(`${await readableRequest(request, wire, world)}\n`);
    }
    const [{ method }, bytes, { receiveBaseUrl }, { asCurl }] = await Promise.all([
      found(requests.get(id)),
      found(requests.body(id)),
      client.service.get(),
      import('@hookwell/client/copying'),
    ]);
    const copied = { method, url: sentUrl(receiveBaseUrl, wire), headers: wire.headers };
    await world.write(`${asCurl({ ...copied, body: bytes })}\n`);
    if (wire.droppedHeaders > 0) world.note(droppedSentence(wire));
  },
});

/**
 * The id of the newest stored request that matches.
 * @throws {CommandFailure} if there is none
 */
async function newestMatch(client: HookwellClient, match: string | undefined): Promise<number> {
  const { items } = await client.requests.page({ match, view: 'summary', limit: 1 });
  const [newest] = items;
  if (newest !== undefined) return newest.id;
  throw await noneMatches(client);
}

/**
 * Writes the exact bytes of a body; to a terminal only as text.
 * @throws {CommandFailure} if a terminal would get bytes that are not text
 */
async function writeBody(bytes: Uint8Array, { output, write }: Surroundings): Promise<void> {
  if (!output.isTerminal) return await write(bytes);
  const text = textOf(bytes);
  if (text === undefined) {
    throw new CommandFailure(
      'The body is not text: send it to a file or a program, as in "> FILE"',
    );
  }
  await write(`${visibleLines(text)}\n`);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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
