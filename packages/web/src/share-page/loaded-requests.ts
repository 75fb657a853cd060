import type { SharedRequest } from '@hookwell/client';
import type { KeyedRequest } from '../shared/shared-requests.tsx';
import type { SharedPage } from './read-share.ts';

/** What the page has loaded, the newest first. */
export interface LoadedRequests {
  requests: readonly LoadedRequest[];
  /** The query that older ones are read with; missing if there are none, or if the page holds no more. */
  next?: string;
  /** Whether older ones were left out, since the page holds no more. */
  isFull: boolean;
}

interface LoadedRequest extends KeyedRequest {
  /** Characters of its body. */
  length: number;
}

/** A page that stays open for days holds no more of what a sender sends. */
const mostRequests = 1000;
const mostCharacters = 50_000_000;

let lastKey = 0;

/**
 * The newest page replaces what was loaded as far as it reaches. What is older stays if the last request of the page is known.
 * Requests have no ids, so they are known by their content and order.
 */
export function withNewest(
  loaded: LoadedRequests | undefined,
  { requests, next }: SharedPage,
): LoadedRequests {
  const known = loaded?.requests ?? [];
  let place = -1;
  const newest = requests.map((request) => {
    const found = known.findIndex((one, index) => index > place && isSame(one.request, request));
    if (found < 0) return keyed(request, loaded !== undefined);
    place = found;
    return known[found] ?? keyed(request, true);
  });
  const isLastKnown = newest.length > 0 && newest.at(-1) === known[place];
  const older = next !== undefined && isLastKnown ? known.slice(place + 1) : [];
  return bounded([...newest, ...older], older.length > 0 ? loaded : { next, isFull: false });
}

/** With an older page behind the rest. */
export function withOlder(
  { requests }: LoadedRequests,
  { requests: older, next }: SharedPage,
): LoadedRequests {
  return bounded([...requests, ...older.map((request) => keyed(request, false))], {
    next,
    isFull: false,
  });
}

function bounded(
  requests: readonly LoadedRequest[],
  end: { next?: string | undefined; isFull: boolean } | undefined,
): LoadedRequests {
  let characters = 0;
  const past = requests.findIndex(({ length }, index) => {
    characters += length;
    return index > 0 && (index >= mostRequests || characters > mostCharacters);
  });
  if (past >= 0) return { requests: requests.slice(0, past), isFull: true };
  return {
    requests,
    isFull: end?.isFull ?? false,
    ...(end?.next !== undefined && { next: end.next }),
  };
}

function keyed(request: SharedRequest, isNew: boolean): LoadedRequest {
  lastKey += 1;
  const { text = '', form = [] } = request.body;
  const length = form.reduce((sum, [name, value]) => sum + name.length + value.length, text.length);
  return { key: lastKey, request, isNew, length };
}

function isSame(one: SharedRequest, other: SharedRequest): boolean {
  return (
    one.receivedAt === other.receivedAt &&
    one.body.size === other.body.size &&
    JSON.stringify(one) === JSON.stringify(other)
  );
}
