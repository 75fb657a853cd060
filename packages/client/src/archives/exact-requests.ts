import type { CapturedRequest, CapturedRequestSummary } from '../contract/types.ts';
import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import { isNotFound } from '../http/error.ts';
import { inOrder } from './in-order.ts';
import { type Calls, type Selection, summaryPages } from './summary-pages.ts';

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
