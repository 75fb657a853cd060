import type {
  CapturedRequestSummary,
  HookwellClient,
  PageSelection,
  RequestPage,
} from '@hookwell/client';
import { countAbove, indexBelow } from './newest-first.ts';
import type { Removal } from './removed-requests.ts';
import type { UnreadRequests } from './unread-requests.ts';

const [smallestPage, largestPage] = [100, 1000];
/** So many pages are read at most. What is loaded below them is dropped, since it can be read again where it is wanted. */
const mostPages = 10;

/** The part of a list's loaded requests that the service still has stored. */
interface Stored {
  /** Newest first. */
  items: CapturedRequestSummary[];
  /** The items are everything up to this id. */
  newest: number;
  /** They are everything from this id on; if it is missing, nothing older is stored. */
  through: number | undefined;
}

/** A list after a look at what is stored. */
export interface StoredAgain {
  /** Newest first. */
  items: readonly CapturedRequestSummary[];
  /** The ids of those that are not stored any more, but for the expired ones. */
  gone: number[];
  /** Whether nothing older is stored than the items; missing if that is known as little as before. */
  isLast?: boolean;
  /** Everything up to an id is gone: retention removes the oldest, and clears remove all. */
  expired?: Removal;
}

/**
 * Reads what is stored from `newest` down to `oldest`, as far as some pages go.
 * @param count the number of items that are expected there
 * @throws {HookwellError} if the service does not answer
 */
export async function readStored(
  page: (selection: Pick<PageSelection, 'before' | 'limit'>) => Promise<RequestPage<'summary'>>,
  newest: number,
  oldest: number,
  count: number,
): Promise<Stored> {
  const limit = Math.min(largestPage, Math.max(smallestPage, count));
  const items: CapturedRequestSummary[] = [];
  let before: number | undefined = newest + 1;
  for (let pages = 0; pages < mostPages && before !== undefined && before > oldest; pages++) {
    const { items: found, next } = await page({ before, limit });
    items.push(...found);
    before = next?.before;
  }
  return { items, newest, through: before };
}

/**
 * Puts what is stored in the place of what was loaded there.
 * @param isAway whether the user reads far down: then what is loaded below stays as it is
 */
export function joinStored(
  known: readonly CapturedRequestSummary[],
  { items, newest, through }: Stored,
  endpointId: number | undefined,
  isAway: boolean,
): StoredAgain {
  const arrived = known.slice(0, countAbove(known, newest));
  const below = known.slice(through === undefined ? known.length : indexBelow(known, through));
  const older = isAway ? below : [];
  const looked = known.slice(arrived.length, known.length - below.length);
  const stored = new Set(items.map(({ id }) => id));
  const oldest = items.at(-1)?.id ?? newest + 1;
  const isExpired = (id: number) => through === undefined && id < oldest;
  const gone = looked.map(({ id }) => id).filter((id) => !stored.has(id) && !isExpired(id));
  const joined = { items: [...arrived, ...items, ...older], gone };
  if (through === undefined) {
    const of = endpointId === undefined ? {} : { endpointId };
    const expired: Removal = { kind: 'cleared', upTo: oldest - 1, isElsewhere: true, ...of };
    return { ...joined, isLast: true, expired };
  }
  return older.length > 0 ? joined : { ...joined, isLast: false };
}

/**
 * Forgets unread requests that are not stored any more, as far as the number of the stored ones tells: retention removes
 * the oldest, and an endpoint that is gone has none.
 * @throws {HookwellError} if the service does not answer
 */
export async function forgetUnstored(
  client: Pick<HookwellClient, 'endpoints' | 'requests'>,
  unread: UnreadRequests,
): Promise<void> {
  // Requests that arrive from here on are among the stored ones at most, so none is forgotten.
  const known = unread.state();
  const [usage, endpoints] = await Promise.all([client.requests.usage(), client.endpoints.list()]);
  const stored = new Map(usage.endpoints.map(({ token, requests }) => [token, requests]));
  const counts = new Map(endpoints.map(({ id, token }) => [id, stored.get(token) ?? 0]));
  const gone = new Set<number>();
  for (const [endpointId, { ids }] of known) {
    const left = counts.get(endpointId) ?? 0;
    for (const id of ids.slice(0, Math.max(0, ids.length - left))) gone.add(id);
  }
  unread.markReadWhere(({ id }) => gone.has(id));
}
