import type { ReceivedEvent } from '@hookwell/client';
import { longestMatchCharacters, printTerm } from '@hookwell/core/match';
import { formatCount, plural } from '../ui/format.ts';

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
