import type { Match as ParsedMatch } from '@hookwell/core/match';
import type { StreamedRequest } from '../calls/requests.ts';
import type { CapturedRequest, CapturedRequestSummary } from '../contract/types.ts';
import { matchableAsShown, matchableRequest } from '../exact/exact-request.ts';
import { HookwellError, isNotFound } from '../http/error.ts';
import { type Examination, examineTerms } from './term-checks.ts';
import type { WaitingClient } from './watch.ts';

/** The most captured requests that are counted for a message. */
const mostCounted = 1000;

/** The longest silence of the service before a message does without the captured requests. */
const longestSilenceMs = 5000;

/** A compressed body has a size that is not known before. */
const assumedBytes = 1024 * 1024;

/** So many calls run at once. */
const mostAtOnce = 5;

interface Arrivals {
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

/** The most captured requests that are kept for the message, and the most characters of all their bodies. */
const mostRequests = 20;
const mostCharacters = 10_000_000;

/** The requests that arrived during a wait; of many only the latest are kept. */
export class Received {
  /** The number of examined requests. */
  examined = 0;
  /** The number of requests before them. */
  leftOut = 0;
  /** Whether there are even more. */
  hasMore = false;
  /** Whether it is known which requests arrived. */
  isKnown = true;
  /** The request that came nearest to a match without being one. */
  nearest: Examination | undefined;
  readonly #latest: StreamedRequest[] = [];

  add(examination: Examination): void {
    this.examined += 1;
    this.#latest.push(examination.request);
    while (this.#latest.length > 1 && this.#isTooMuch()) this.#latest.shift();
    if (examination.matches) return;
    if (this.nearest === undefined || isAsNear(examination, this.nearest)) {
      this.nearest = examination;
    }
  }

  /** The latest requests, oldest first. */
  get latest(): readonly StreamedRequest[] {
    return this.#latest;
  }

  #isTooMuch(): boolean {
    const characters = this.#latest.reduce((sum, { body }) => sum + body.length, 0);
    return this.#latest.length > mostRequests || characters > mostCharacters;
  }
}

/** More conditions that hold are nearer; of equals, more conditions with another value in the same place. */
function isAsNear(examination: Examination, other: Examination): boolean {
  const holding = count(examination, 'holds') - count(other, 'holds');
  return holding > 0 || (holding === 0 && count(examination, 'isNear') >= count(other, 'isNear'));
}

function count({ findings }: Examination, field: 'holds' | 'isNear'): number {
  return findings.filter((finding) => finding[field]).length;
}
