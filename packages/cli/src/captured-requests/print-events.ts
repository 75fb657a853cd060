import type { ReceivedEvent } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { jsonLine } from '../output/json-text.ts';
import { TextTable } from '../output/text-table.ts';

/** Prints events: as a table for people, or a line of JSON for each. */
export async function printEvents(
  events: readonly ReceivedEvent[],
  json: boolean,
  { write, note, output }: Pick<Surroundings, 'write' | 'note' | 'output'>,
): Promise<void> {
  if (events.length === 0) {
    if (!json) note('No request is captured');
    return;
  }
  const table = new TextTable(['LAST', 'FIRST', 'REQUESTS', 'JSON', 'EVENT'], output.columns);
  const lines = json
    ? events.map((event) => jsonLine(event))
    : table.lines(
        events.map(({ event = '-', count, json: bodies, firstReceivedAt, lastReceivedAt }) => {
          return [lastReceivedAt, firstReceivedAt, String(count), String(bodies), event];
        }),
      );
  await write(`${lines.join('\n')}\n`);
}
