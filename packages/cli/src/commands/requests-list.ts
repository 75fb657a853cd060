import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { exactRequests, type Selection, summaryPages } from '@hookwell/client/archives';
import { textOfBytes } from '@hookwell/core/match';
import type { RequestDescription } from '@hookwell/core/senders';
import { writeExactJson } from '../captured-requests/exact-json.ts';
import { happeningsOf, happeningWords } from '../captured-requests/happening.ts';
import { checkedMatch, matchOption } from '../captured-requests/match-option.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { UsageError } from '../command-line/outcome.ts';
import { confirm, yesOption } from '../input/input.ts';
import { byteSize } from '../output/amounts.ts';
import { fitText, TextTable } from '../output/text.ts';
import { connect, serviceOptions } from '../service/connect.ts';
import { endpointTitle, endpointTokenIfAny, tokenOperand } from '../service/endpoints.ts';
import { noEndpoint, orNotFound, removedSentence } from '../service/not-found.ts';

/** Options that select captured requests. */
export const selectionOptions = {
  before: { type: 'number', placeholder: 'ID', description: 'Only requests with a lower id.' },
  after: { type: 'number', placeholder: 'ID', description: 'Only requests with a higher id.' },
  match: matchOption('Only requests that match'),
} as const;

export const optionalTokenOperand = { ...tokenOperand, optional: true } as const;

const defaultLimit = 100;

export const requestsList = defineCommand({
  name: 'requests list',
  summary: 'List captured requests, newest first.',
  details: [
    'It lists those of one endpoint, or of all your endpoints, with the sender and the event as far as the head and a',
    'body of up to 64 KiB tell them.',
  ].join('\n'),
  operands: { token: optionalTokenOperand },
  options: {
    limit: {
      type: 'number',
      placeholder: 'N',
      minimum: 1,
      description: `The most requests to list; ${defaultLimit} by default.`,
    },
    all: { type: 'flag', description: 'List all of them.' },
    ...selectionOptions,
    json: {
      type: 'flag',
      description: 'Print JSON, one line for each request: all of it, exactly as it was sent.',
    },
    ...serviceOptions,
  },
  exclusive: ['limit', 'all'],
  examples: [
    'hookwell requests list',
    'hookwell requests list 0h2v8q6c1d7x5m3k9r4t8w2y6b --limit 20',
    'hookwell requests list --match "json.type=invoice.paid received>1d"',
    'hookwell requests list --all --json | jq .target',
  ],
  async run({ token, limit, all, before, after, match: text, json, ...service }, world) {
    const match = await checkedMatch(text, 'requests list', world);
    const client = await connect(service, world);
    const endpoint = await endpointTokenIfAny(token, client);
    const most = all ? Number.POSITIVE_INFINITY : (limit ?? defaultLimit);
    const selection = { endpoint, before, after, match, limit: most };
    const listing = json
      ? printJson(client, selection, world)
      : printTable(client, selection, world);
    const isCut = await orNotFound(listing, noEndpoint(endpoint));
    // A search that stopped does not know whether older ones match.
    const areThere = match === undefined ? 'There are older ones' : 'There may be older ones';
    if (isCut) return world.note(`${areThere}: --all, --limit N or --before ID show them`);
    const removed = await removedSentence(client, endpoint);
    if (removed !== undefined) world.note(removed);
  },
});

/** Gives whether there are older requests. */
async function printJson(
  client: HookwellClient,
  selection: Selection,
  world: Surroundings,
): Promise<boolean> {
  let hasOlder = false;
  const requests = exactRequests(client, selection, (isCut) => {
    hasOlder = isCut;
  });
  for await (const request of requests) await writeExactJson(request, world);
  return hasOlder;
}

async function printTable(
  client: HookwellClient,
  selection: Selection,
  { write, note, output }: Surroundings,
): Promise<boolean> {
  const names = selection.endpoint === undefined ? await endpointNames(client) : undefined;
  let table: TextTable | undefined;
  let hasAnswers = false;
  let hasVerdicts = false;
  let hasFindings = false;
  let isEmpty = true;
  let hasOlder = false;
  for await (const { items, isCut } of summaryPages(client, selection)) {
    if (items.length === 0) break;
    isEmpty = false;
    hasOlder = isCut;
    if (table === undefined) {
      // Few endpoints have settings: without any the columns would be empty.
      hasAnswers = items.some(({ answer }) => answer !== undefined);
      hasVerdicts = items.some(({ signature }) => signature !== undefined);
      hasFindings = items.some(({ contract }) => contract !== undefined);
      const hasNames = names !== undefined;
      const headings = headingsOf({ hasNames, hasAnswers, hasVerdicts, hasFindings });
      table = new TextTable(headings, output.columns);
    }
    const happenings = await happeningsOf(client, items, selection);
    const rows = items.map((item) => {
      const [id = '', ...shown] = cells(item, happenings.get(item.id));
      return [
        ...(names ? [names.get(item.endpointId) ?? '-'] : []),
        id,
        ...(hasAnswers ? [item.answer ?? '-'] : []),
        ...(hasVerdicts ? [item.signature?.verdict ?? '-'] : []),
        ...(hasFindings ? [item.contract?.verdict ?? '-'] : []),
        ...shown,
      ];
    });
    await write(`${table.lines(rows).join('\n')}\n`);
  }
  if (isEmpty)
    note(selection.match === undefined ? 'No request is captured' : 'No request matches');
  return hasOlder;
}

function headingsOf({
  hasNames,
  hasAnswers,
  hasVerdicts,
  hasFindings,
}: Record<'hasNames' | 'hasAnswers' | 'hasVerdicts' | 'hasFindings', boolean>): string[] {
  return [
    ...(hasNames ? ['ENDPOINT'] : []),
    'ID',
    ...(hasAnswers ? ['ANSWER'] : []),
    ...(hasVerdicts ? ['SIGNATURE'] : []),
    ...(hasFindings ? ['CONTRACT'] : []),
    ...['RECEIVED', 'METHOD', 'SIZE', 'TYPE', 'EVENT', 'PATH'],
  ];
}

async function endpointNames({ endpoints }: HookwellClient): Promise<Map<number, string>> {
  return new Map((await endpoints.list()).map(({ id, badgeName }) => [id, badgeName]));
}

/** One sender's odd header, or event, must not push all paths aside. */
const mostTypeColumns = 40;

function cells(request: CapturedRequestSummary, happening: RequestDescription = {}): string[] {
  const { id, receivedAt, method, bodySize, contentType = '-', path = '', query = '' } = request;
  const text = textOfBytes(path);
  const target = query === '' ? text : `${text}?${query}`;
  const [mediaType = ''] = contentType.split(';');
  const type = fitText(mediaType.trim(), mostTypeColumns);
  const event = fitText(happeningWords(happening), mostTypeColumns) || '-';
  return [String(id), receivedAt, method, byteSize(bodySize), type, event, target || '-'];
}

const name = 'requests clear';

export const requestsClear = defineCommand({
  name,
  summary: 'Delete all captured requests of an endpoint, or of all your endpoints.',
  details: 'The endpoints stay and go on capturing.',
  operands: { token: optionalTokenOperand },
  options: {
    all: { type: 'flag', description: 'Delete those of all your endpoints.' },
    through: {
      type: 'number',
      placeholder: 'ID',
      description: 'Only requests with an id up to this one, which is one of them.',
    },
    yes: yesOption,
    ...serviceOptions,
  },
  examples: [
    'hookwell requests clear 0h2v8q6c1d7x5m3k9r4t8w2y6b',
    'hookwell requests clear 0h2v8q6c1d7x5m3k9r4t8w2y6b --through 4211 --yes',
    'hookwell requests clear --all --yes',
  ],
  async run({ token: text, all, through, yes, ...service }, world) {
    if (all === (text !== undefined)) {
      throw new UsageError(all ? 'TOKEN and --all exclude each other' : 'TOKEN is missing', name);
    }
    const client = await connect(service, world);
    const { requests } = client;
    const token = await endpointTokenIfAny(text, client);
    const where =
      text === undefined || token === undefined
        ? 'all your endpoints'
        : `the endpoint ${endpointTitle(text, token)}`;
    const captured = `all that ${where} captured${through === undefined ? '' : ` up to request ${through}`}`;
    await confirm(`Delete ${captured}?`, { yes }, world, name);
    if (token === undefined) await requests.clearAll({ through });
    else await orNotFound(requests.clear(token, { through }), noEndpoint(token));
    world.note(`Deleted ${captured}`);
  },
});
