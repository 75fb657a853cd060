import type { HookwellClient } from '@hookwell/client';
import { sentUrl } from '@hookwell/client/archives';
import { droppedSentence } from '../captured-requests/dropped-headers.ts';
import { writeExactJson } from '../captured-requests/exact-json.ts';
import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { readableRequest, withMarkedText } from '../captured-requests/readable-request.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { CommandFailure, UsageError } from '../command-line/outcome.ts';
import { visibleLines } from '../output/visible.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { noneMatches, orNoRequest } from '../service/removed-requests.ts';

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
