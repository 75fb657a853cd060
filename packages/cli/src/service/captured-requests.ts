import type { CapturedRequest, CapturedRequestSummary, HookwellClient } from '@hookwell/client';

/** Which captured requests, newest first. */
export interface Selection {
  /** A token; else the whole account's. */
  endpoint: string | undefined;
  before: number | undefined;
  after: number | undefined;
  /** How many at most. */
  limit: number;
  signal?: AbortSignal;
}

export interface Batch<Item> {
  items: Item[];
  /** Whether there are older ones than the limit lets through. */
  isCut: boolean;
}

const pageSize = 100;

/** So many bytes of bodies are held at once, or one body. */
const batchBytes = 4 * 2 ** 20;

/** Pages of them without their bodies. */
export async function* summaryPages(
  { requests }: HookwellClient,
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

/** They themselves, so many at once that memory stays flat however many and large they are. */
export async function* requestBatches(
  client: HookwellClient,
  selection: Selection,
): AsyncGenerator<Batch<CapturedRequest>, void> {
  for await (const { items, isCut } of summaryPages(client, selection)) {
    for (const run of runsOf(items)) {
      const [first, last] = [run[0]?.id ?? 0, run.at(-1)?.id ?? 0];
      const page = await client.requests.page({
        endpoint: selection.endpoint,
        before: first + 1,
        after: last - 1,
        limit: run.length,
        ...(selection.signal === undefined ? {} : { signal: selection.signal }),
      });
      yield { items: page.items, isCut };
    }
  }
}

/** Neighbours whose bodies may be held together. How large a compressed one becomes is not known before. */
function runsOf(items: readonly CapturedRequestSummary[]): CapturedRequestSummary[][] {
  const runs: CapturedRequestSummary[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const size = 'content-encoding' in item.headers ? batchBytes : item.bodySize;
    const run = runs.at(-1);
    bytes += size;
    if (run !== undefined && bytes <= batchBytes) {
      run.push(item);
    } else {
      runs.push([item]);
      bytes = size;
    }
  }
  return runs;
}
