import type { HookwellClient, ReceivedEvent } from '@hookwell/client';
import type { Surroundings } from '../command-line/command.ts';
import { jsonLine, TextTable } from '../output/text.ts';

/**
 * What came of each event at an endpoint, the latest first, of all that is stored.
 * @param onPage is told, after each page, from which request on it is known
 */
export async function receivedEvents(
  { endpoints }: Pick<HookwellClient, 'endpoints'>,
  token: string,
  signal: AbortSignal,
  onPage: (from: number) => void = () => {},
): Promise<ReceivedEvent[]> {
  const found = new Map<string | undefined, ReceivedEvent>();
  let before: number | undefined;
  do {
    const { items, next } = await endpoints.events(token, { before, signal });
    for (const item of items) {
      const known = found.get(item.event);
      found.set(item.event, known === undefined ? item : sum(known, item));
    }
    before = next?.before;
    if (before !== undefined) onPage(before);
  } while (before !== undefined);
  return [...found.values()].sort(
    (one, other) => Date.parse(other.lastReceivedAt) - Date.parse(one.lastReceivedAt),
  );
}

/** The same event on two pages. */
function sum(known: ReceivedEvent, item: ReceivedEvent): ReceivedEvent {
  const firsts = [known.firstReceivedAt, item.firstReceivedAt].sort();
  const lasts = [known.lastReceivedAt, item.lastReceivedAt].sort();
  return {
    ...known,
    count: known.count + item.count,
    json: known.json + item.json,
    firstReceivedAt: firsts[0] ?? known.firstReceivedAt,
    lastReceivedAt: lasts[1] ?? known.lastReceivedAt,
  };
}

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
