import type { Match as ParsedMatch } from '@hookwell/match';
import type { CapturedRequest, CapturedRequestSummary } from '../contract/types.ts';
import type { StreamedRequest } from '../contract/view.ts';
import { matchableAsShown, matchableRequest } from '../exact/matchable-request.ts';
import { HookwellError, isNotFound } from '../http/error.ts';
import type { Examination } from './examine.ts';
import { mostCharacters, mostRequests, Received } from './received.ts';
import { examineTerms } from './term-checks.ts';
import type { WaitingClient } from './waiting-client.ts';

/** The most captured requests that are counted for a message. */
const mostCounted = 1000;

/** The longest silence of the service before a message does without the captured requests. */
const longestSilenceMs = 5000;

/** A compressed body has a size that is not known before. */
const assumedBytes = 1024 * 1024;

/** So many calls run at once. */
const mostAtOnce = 5;

export interface Arrivals {
  match: ParsedMatch;
  /** Only captured requests with a higher id count. */
  after: number;
  /** The requests that the service has found. */
  matched: readonly StreamedRequest[];
  signal: AbortSignal | undefined;
}

/**
 * The captured requests of an endpoint, for the message of a wait in vain: the service gives a wait only those that
 * match. Of many only the latest are examined. Rejects with the signal's reason once the signal is aborted.
 */
export async function lookAtArrivals(
  client: WaitingClient,
  endpoint: string,
  { match, after, matched, signal }: Arrivals,
): Promise<Received> {
  const received = new Received();
  const found = new Set(matched.map(({ id }) => id));
  const call = { endpoint, after, signal, timeout: longestSilenceMs, retries: 0 };
  try {
    const limit = mostCounted;
    const all = await client.requests.page({ ...call, view: 'summary', limit });
    const items = await withBodies(client, call, all.items);
    const requests = items.map((item) => ({ ...item, body: item.body.raw }));
    const examinations = await fewAtOnce(requests, (request) =>
      examineAsSent(client, request, match, signal),
    );
    for (const examination of examinations.reverse()) {
      const isFound = found.has(examination.request.id);
      received.add(isFound ? { ...examination, matches: true } : examination);
    }
    const { nearest } = received;
    if (nearest !== undefined) received.nearest = await asTheServiceTells(client, nearest, signal);
    received.leftOut = all.items.length - items.length;
    received.hasMore = all.next !== undefined;
  } catch (error) {
    if (!(error instanceof HookwellError)) throw error;
    received.isKnown = false;
  }
  return received;
}

/** The latest of these requests, with their bodies unless these are too large for a message. */
async function withBodies(
  client: WaitingClient,
  call: { endpoint: string; after: number; signal: AbortSignal | undefined },
  summaries: readonly CapturedRequestSummary[],
): Promise<CapturedRequest[]> {
  const limit = readableCount(summaries);
  const [newest] = summaries;
  if (newest === undefined || limit === 0) return [];
  return (await client.requests.page({ ...call, before: newest.id + 1, limit })).items;
}

/** The number of the latest requests whose bodies may be read at once. */
function readableCount(summaries: readonly CapturedRequestSummary[]): number {
  let bytes = 0;
  const first = summaries.findIndex(({ bodySize, headers }) => {
    bytes += 'content-encoding' in headers ? assumedBytes : bodySize;
    return bytes > mostCharacters;
  });
  return Math.min(mostRequests, first === -1 ? summaries.length : first);
}

async function examineAsSent(
  client: WaitingClient,
  request: StreamedRequest,
  match: ParsedMatch,
  signal: AbortSignal | undefined,
): Promise<Examination> {
  const options = { signal, timeout: longestSilenceMs, retries: 0 };
  const wire = await client.requests.wire(request.id, options).catch((error: unknown) => {
    // It was deleted meanwhile.
    if (isNotFound(error)) return undefined;
    throw error;
  });
  const matchable =
    wire === undefined ? matchableAsShown(request) : matchableRequest(request, wire);
  const whole = { request: matchable, body: request.body, signature: request.signature };
  const findings = examineTerms(match, whole, Date.now());
  return { request, findings, matches: findings.every(({ holds }) => holds) };
}

/** The examination with the service's word on terms about which the request itself tells nothing: events are derived there. */
async function asTheServiceTells(
  client: WaitingClient,
  { request, findings, ...examination }: Examination,
  signal: AbortSignal | undefined,
): Promise<Examination> {
  const only = {
    after: request.id - 1,
    before: request.id + 1,
    limit: 1,
    view: 'summary',
  } as const;
  const options = { signal, timeout: longestSilenceMs, retries: 0 };
  const holds = async (match: string): Promise<boolean> =>
    (await client.requests.page({ ...only, ...options, match })).items.length > 0;
  const told = await fewAtOnce(findings, async ({ term, ...finding }) => {
    if (term === undefined) return finding;
    const { words } = finding;
    if (await holds(term)) return { words, holds: true, instead: '' };
    const hasAny = await holds('has:event');
    return { words, holds: false, instead: hasAny ? 'it was another event' : 'it names no event' };
  });
  return { ...examination, request, findings: told };
}

/** The results in the order of the items. Each call listens to the one signal: Node 20 warns of more than ten that do. */
async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += mostAtOnce) {
    const few = items.slice(first, first + mostAtOnce);
    results.push(...(await Promise.all(few.map(work))));
  }
  return results;
}
