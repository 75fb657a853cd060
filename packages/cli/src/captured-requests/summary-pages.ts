import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';

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
