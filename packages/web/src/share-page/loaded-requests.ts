import type { SharedRequest } from '@hookwell/client';
import type { KeyedRequest } from '../sharing/shared-requests.tsx';
import type { SharePage } from './share-reader.ts';

/** What the page has loaded, the newest first. */
export interface LoadedRequests {
  requests: readonly LoadedRequest[];
  /** The query that older ones are read with; missing if there are none, or if the page holds no more. */
  next?: string;
  /** Whether older ones were left out, since the page holds no more. */
  isFull: boolean;
}

export interface LoadedRequest extends KeyedRequest {
  /** Characters of its body. */
  length: number;
}

/** A page that stays open for days holds no more of what a sender sends. */
const mostRequests = 1000;
const mostCharacters = 50_000_000;

let lastKey = 0;

/**
 * A page replaces what was loaded from its place on, as far as it reaches. What is older stays if the last request of the page is
 * known. Requests have no ids, so they are known by their content and order.
 * @param place how many of the loaded ones stand before the page; 0 for the newest page
 */
export function withPage(
  loaded: LoadedRequests | undefined,
  { requests, next }: Pick<SharePage, 'requests' | 'next'>,
  place = 0,
): LoadedRequests {
  const before = loaded?.requests.slice(0, place) ?? [];
  const known = loaded?.requests.slice(place) ?? [];
  const isNew = loaded !== undefined && place === 0;
  let last = -1;
  const read = requests.map((request) => {
    const found = known.findIndex((one, index) => index > last && isSame(one.request, request));
    if (found < 0) return keyed(request, isNew);
    last = found;
    return known[found] ?? keyed(request, isNew);
  });
  const isLastKnown = read.length > 0 && read.at(-1) === known[last];
  const older = next !== undefined && isLastKnown ? known.slice(last + 1) : [];
  const end = older.length > 0 ? loaded : { next, isFull: false };
  return bounded([...before, ...read, ...older], end);
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
