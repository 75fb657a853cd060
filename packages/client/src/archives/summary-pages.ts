import type { RequestCalls } from '../calls/requests.ts';
import type { CapturedRequestSummary } from '../contract/types.ts';

/** The calls of a client that reading requests takes. */
export interface Calls {
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

export interface Batch<Item> {
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
