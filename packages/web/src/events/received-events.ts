import type { EventPage, ReceivedEvent } from '@hookwell/client';

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
