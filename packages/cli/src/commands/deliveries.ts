import type { Delivery, DeliveryAttempt, HookwellClient } from '@hookwell/client';
import { signatureWords } from '../captured-requests/readable-request.ts';
import { defineCommand, type Surroundings } from '../command-line/command.ts';
import { timeSpan } from '../output/amounts.ts';
import { fitText, jsonLine, TextTable, textWidth, visible } from '../output/text.ts';
import { serviceOptions } from '../service/connect.ts';
import { connectToEndpoint, tokenOperand } from '../service/endpoints.ts';
import { noEndpoint, orNotFound } from '../service/not-found.ts';

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
    const { client, token } = await connectToEndpoint(text, service, world);
    const listing = printDeliveries(client, token, { limit, json }, world);
    await orNotFound(listing, noEndpoint(token));
  },
});

const pageSize = 100;

/** Prints the newest deliveries of an endpoint: as a table for people, or a line of JSON for each. */
async function printDeliveries(
  client: HookwellClient,
  token: string,
  { limit, json }: { limit: number; json: boolean },
  { write, note, output }: Pick<Surroundings, 'write' | 'note' | 'output'>,
): Promise<void> {
  const table = new TextTable(['FIRST', 'RECEIVED', 'OUTCOME', 'ATTEMPTS'], output.columns);
  let before: number | undefined;
  let isEmpty = true;
  for (let left = limit; left > 0; ) {
    const size = Math.min(left, pageSize);
    const { items, next } = await client.endpoints.deliveries(token, { limit: size, before });
    left -= items.length;
    isEmpty &&= items.length === 0;
    const lines = json
      ? items.map((item) => jsonLine(item))
      : items.length > 0
        ? table.lines(items.flatMap((item) => deliveryRows(item, output.columns)))
        : [];
    if (lines.length > 0) await write(`${lines.join('\n')}\n`);
    if (next === undefined) break;
    if (left <= 0) note('There are older ones: --limit N shows more');
    before = next.before;
  }
  if (isEmpty && !json) note(await emptyWords(client, token));
}

async function emptyWords(client: HookwellClient, token: string): Promise<string> {
  const { xHeaders: _, ...settings } = await client.endpoints.settings(token).get();
  return Object.keys(settings).length === 0
    ? 'There is no delivery: only endpoints with settings, other than xHeaders, have some'
    : 'There is no delivery: no request is stored that came since the endpoint has settings';
}

/** The width of the columns before the last one: id, time, outcome and the spaces between them. */
const columnsBeforeAttempts = 2 + 10 + 2 + 24 + 2 + 8;

const leastColumns = 20;

/** The delivery in a row for so many columns, and in further rows the attempts that did not fit into it. */
export function deliveryRows({ first, outcome, attempts }: Delivery, columns: number): string[][] {
  const words = attempts.map((attempt, index) => {
    const earlier = attempts[index - 1];
    const gap =
      earlier === undefined
        ? ''
        : `+${timeSpan(Date.parse(attempt.receivedAt) - Date.parse(earlier.receivedAt))} `;
    return `${gap}${visible(attempt.answer)}${byWords(attempt)}${cutWords(attempt)}${doubt(attempt)}`;
  });
  const [line = '', ...more] = linesOf(
    words,
    Math.max(leastColumns, columns - columnsBeforeAttempts),
  );
  const id = attempts[0] === undefined ? '-' : `#${attempts[0].id}`;
  return [[id, first, outcome, line], ...more.map((line) => ['', '', '', line])];
}

/** ` (cut short after 3 s)`, if the service sent the answer before its time. */
export function cutWords({ cutShortAfter }: DeliveryAttempt): string {
  return cutShortAfter === undefined ? '' : ` (cut short after ${timeSpan(cutShortAfter)})`;
}

/** ` (by a listener)`, if one gave the answer. */
function byWords({ answeredBy }: DeliveryAttempt): string {
  return answeredBy === undefined ? '' : ' (by a listener)';
}

/** ` (signature invalid)`, unless it is valid, or not verified. */
function doubt({ signature }: DeliveryAttempt): string {
  return signature === undefined || signature.verdict === 'valid'
    ? ''
    : ` (${signatureWords({ signature })})`;
}

/** The words with commas between them, in lines of at most so many columns. */
function linesOf(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const text = fitText(index === words.length - 1 ? word : `${word},`, columns);
    const line = lines.at(-1);
    const longer = `${line} ${text}`;
    if (line !== undefined && textWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}
