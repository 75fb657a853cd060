import type { EndpointContract, EventPage, JsonSchema, ReceivedEvent } from '@hookwell/client';
import { longestMatchCharacters, printTerm } from '@hookwell/core/match';
import { formatCount, plural } from '../ui/format.ts';

/** Joins the pages of a list: an event may come again among older requests. The latest stands first. */
export function receivedEvents(pages: readonly Pick<EventPage, 'items'>[]): ReceivedEvent[] {
  const byName = new Map<string | undefined, ReceivedEvent>();
  for (const received of pages.flatMap(({ items }) => items)) {
    const known = byName.get(received.event);
    byName.set(
      received.event,
      known === undefined
        ? received
        : {
            ...known,
            count: known.count + received.count,
            json: known.json + received.json,
            firstReceivedAt: earlier(known.firstReceivedAt, received.firstReceivedAt),
          },
    );
  }
  return [...byName.values()];
}

function earlier(one: string, other: string): string {
  return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** The part of the address that names an event. */
export function addressOf({ event = '' }: Pick<ReceivedEvent, 'event'>): { event: string } {
  return { event };
}

/** A text that is another one whenever something more of an event has come. */
export function cameOf({ count, json, lastReceivedAt }: ReceivedEvent): string {
  return `${count} ${json} ${lastReceivedAt}`;
}

/** What requests are called that name no event. */
export const noEvent = 'No event named';

/** `41 requests`, `41 requests, 40 of them JSON`, `41 requests without JSON`. */
export function countWords({ count, json }: Pick<ReceivedEvent, 'count' | 'json'>): string {
  const requests = plural(count, 'request');
  if (json === count) return requests;
  return json === 0 ? `${requests} without JSON` : `${requests}, ${formatCount(json)} with JSON`;
}

/** What a shape was made of: `all 41 requests`, or the newest if there may be more. */
export function samplesWords(samples: number, isAll: boolean): string {
  if (samples === 1) return 'Made of one request, so nothing is known yet of what varies.';
  return `Made of ${isAll ? 'all' : 'the newest'} ${formatCount(samples)} requests with JSON.`;
}

/** The filter for requests with this event whose bodies differ from what is pinned; missing if it would be too long. */
export function differingFilter(event: string): string | undefined {
  const condition = {
    kind: 'field',
    field: { name: 'event' },
    operator: '=',
    text: event,
  } as const;
  const filter = `contract=differs ${printTerm({ isNegated: false, condition })}`;
  return filter.length <= longestMatchCharacters ? filter : undefined;
}

const longestCharacters = 80;

/** A name for files about an event, whatever it is called: letters, digits, dots, hyphens and underscores. */
export function fileNameOf(event = ''): string {
  const name = event
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, longestCharacters);
  return name === '' ? 'body' : name;
}

/** Readings take at most a quarter of the time, since each may look at thousands of requests. */
const restShare = 3;

/** Reads again after hints that something has changed, with pauses in between. */
export class PacedReading {
  readonly #read: () => Promise<unknown>;
  readonly #pauseMs: number;
  #isDue = false;
  #isReading = false;
  #hasEnded = false;

  /**
   * @param read must not reject
   * @param pauseMs the least pause between two readings
   */
  constructor(read: () => Promise<unknown>, pauseMs = 1000) {
    this.#read = read;
    this.#pauseMs = pauseMs;
  }

  /** Reads now or soon. */
  hint(): void {
    this.#isDue = true;
    if (!this.#isReading) void this.#readWhileDue();
  }

  /** Begins no further reading. */
  end(): void {
    this.#hasEnded = true;
  }

  async #readWhileDue(): Promise<void> {
    this.#isReading = true;
    while (this.#isDue && !this.#hasEnded) {
      this.#isDue = false;
      const start = performance.now();
      await this.#read();
      const restMs = Math.max(this.#pauseMs, restShare * (performance.now() - start));
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
    this.#isReading = false;
  }
}

/** What is pinned for an event, which may be called as a member of every object is. */
export function pinnedFor(
  contract: EndpointContract | undefined,
  event: string | undefined,
): JsonSchema | undefined {
  if (contract === undefined || event === undefined) return undefined;
  return Object.hasOwn(contract.events, event) ? contract.events[event] : undefined;
}

/** A contract with another schema for an event, or with none. */
export function contractOf(
  { events }: EndpointContract,
  event: string,
  schema: JsonSchema | undefined,
): EndpointContract {
  const others = Object.entries(events).filter(([name]) => name !== event);
  return {
    events: Object.fromEntries(schema === undefined ? others : [...others, [event, schema]]),
  };
}
