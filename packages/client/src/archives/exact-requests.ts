import type { RequestCalls } from '../calls/requests.ts';
import type { CapturedRequest, CapturedRequestSummary } from '../contract/types.ts';
import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import { isNotFound } from '../http/error.ts';

/** The most bytes of small bodies in one call. */
const mostRunBytes = 4 * 1024 * 1024;
/** Larger bodies are read one by one, as bytes. */
const mostSmallBytes = 256 * 1024;

/** The selected requests as they were sent, newest first, without those that were deleted meanwhile. */
export async function* exactRequests(
  client: Calls,
  selection: Selection,
  onCut: (isCut: boolean) => void = () => {},
): AsyncGenerator<ExactRequest, void> {
  const { signal } = selection;
  const found = inOrder(seenRequests(client, selection, onCut), sizeOf, (request) =>
    exactUnlessGone(client, request, signal),
  );
  for await (const request of found) if (request !== undefined) yield request;
}

function sizeOf(request: CapturedRequest | CapturedRequestSummary): number {
  if (!('bodySize' in request)) return new TextEncoder().encode(request.body.raw).length;
  return isCompressed(request) ? Math.max(request.bodySize, mostRunBytes) : request.bodySize;
}

/** The request as it was sent; `undefined` if it was deleted meanwhile. */
export async function exactUnlessGone(
  { requests }: Calls,
  request: SeenRequest,
  signal: AbortSignal | undefined,
): Promise<ExactRequest | undefined> {
  try {
    return await requests.exact(request, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The selected requests: small ones with their bodies, many in a call, the others as summaries. */
async function* seenRequests(
  client: Calls,
  selection: Selection,
  onCut: (isCut: boolean) => void,
): AsyncGenerator<CapturedRequest | CapturedRequestSummary, void> {
  const { endpoint, match, signal } = selection;
  for await (const { items, isCut } of summaryPages(client, selection)) {
    onCut(isCut);
    for (const run of runsOf(items)) {
      const [first, last] = [run[0]?.id ?? 0, run.at(-1)?.id ?? 0];
      // Between those that match there may be any number of others.
      if (match !== undefined || !run.every(isSmall)) {
        yield* run;
      } else {
        const bounds = { before: first + 1, after: last - 1, limit: run.length };
        yield* (await client.requests.page({ endpoint, ...bounds, signal })).items;
      }
    }
  }
}

function isSmall(request: CapturedRequestSummary): boolean {
  const { bodySize } = request;
  return bodySize > 0 && bodySize <= mostSmallBytes && !isCompressed(request);
}

/** The size of a compressed body is not known before it is decompressed. */
function isCompressed({ headers }: CapturedRequestSummary): boolean {
  return Object.hasOwn(headers, 'content-encoding');
}

/** Neighbours that are read together: small ones up to `mostRunBytes`, or larger ones. */
function runsOf(items: readonly CapturedRequestSummary[]): CapturedRequestSummary[][] {
  const runs: CapturedRequestSummary[][] = [];
  let bytes = 0;
  let wasSmall: boolean | undefined;
  for (const item of items) {
    const run = runs.at(-1);
    bytes += item.bodySize;
    if (run !== undefined && isSmall(item) === wasSmall && (!wasSmall || bytes <= mostRunBytes)) {
      run.push(item);
    } else {
      runs.push([item]);
      bytes = item.bodySize;
      wasSmall = isSmall(item);
    }
  }
  return runs;
}

/** The calls of a client that reading requests takes. */
interface Calls {
  readonly requests: RequestCalls;
}

/** A selection of captured requests, newest first. */
export interface Selection {
  /** The token of their endpoint; `undefined` for all endpoints of the account. */
  endpoint: string | undefined;
  before: number | undefined;
  after: number | undefined;
  /** Only those that match, in the match language. */
  match: string | undefined;
  /** The most requests. */
  limit: number;
  signal?: AbortSignal;
}

interface Batch<Item> {
  items: Item[];
  /** Whether the limit leaves out older ones. */
  isCut: boolean;
}

const pageSize = 100;

/** The selected requests, page by page, without their bodies. */
export async function* summaryPages(
  { requests }: Calls,
  { limit, ...selection }: Selection,
): AsyncGenerator<Batch<CapturedRequestSummary>, void> {
  let { before } = selection;
  for (let left = limit; left > 0; ) {
    const size = Math.min(left, pageSize);
    const { items, next } = await requests.page({
      ...selection,
      before,
      limit: size,
      view: 'summary',
    });
    left -= items.length;
    yield { items, isCut: next !== undefined && left <= 0 };
    if (next === undefined) return;
    before = next.before;
  }
}

/** The bounds of the items that are prepared at once. */
const mostEntries = 8;
const mostBytes = 8 * 1024 * 1024;

/**
 * Prepares several items at once and gives the results in the order of the items. An item that is larger than
 * the bounds is prepared alone.
 */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  sizeOf: (item: Item) => number,
  prepare: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const ahead: { size: number; result: Promise<Result> }[] = [];
  let bytes = 0;
  const takeFirst = async (): Promise<Result[]> => {
    const first = ahead.shift();
    if (first === undefined) return [];
    const result = await first.result;
    bytes -= first.size;
    return [result];
  };
  for await (const item of items) {
    const size = sizeOf(item);
    while (ahead.length >= mostEntries || (ahead.length > 0 && bytes + size > mostBytes)) {
      yield* await takeFirst();
    }
    const result = prepare(item);
    // The caller handles the failure once it takes the result; until then the rejection must not count as unhandled.
    result.catch(() => {});
    bytes += size;
    ahead.push({ size, result });
  }
  while (ahead.length > 0) yield* await takeFirst();
}
