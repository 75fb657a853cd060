import type { HookwellClient, PageSelection, RequestPage } from '@hookwell/client';
import { formatCount } from '../ui/format.ts';

/** How many requests of one endpoint are kept. */
export interface KeptRequests {
  count: number;
  /** Counting stopped at the bound: there are more. */
  isMore: boolean;
  /** When the oldest of them arrived. Absent where there are none, and where counting stopped. */
  oldestAt?: string;
}

const pageSize = 1000;

/**
 * Counts the kept requests of an endpoint by reading their summaries in pages of 1000.
 * @param pages how many pages to read at most
 * @throws HookwellError 404 where the endpoint is gone
 */
export async function countKept(
  client: Pick<HookwellClient, 'requests'>,
  endpoint: string,
  pages: number,
  signal?: AbortSignal,
): Promise<KeptRequests> {
  let selection: (PageSelection & { view: 'summary' }) | undefined = {
    endpoint,
    limit: pageSize,
    view: 'summary',
  };
  let count = 0;
  let oldestAt: string | undefined;
  for (let read = 0; read < pages && selection !== undefined; read++) {
    const page: RequestPage<'summary'> = await client.requests.page({ ...selection, signal });
    count += page.items.length;
    oldestAt = page.items.at(-1)?.receivedAt ?? oldestAt;
    selection = page.next;
  }
  if (selection !== undefined) return { count, isMore: true };
  return { count, isMore: false, ...(oldestAt === undefined ? {} : { oldestAt }) };
}

/** `1,204 of 10,000`, `more than 1,000 of 10,000`. */
export function keptText({ count, isMore }: KeptRequests, limit: number): string {
  return `${isMore ? 'more than ' : ''}${formatCount(count)} of ${formatCount(limit)}`;
}

/** Until when a request is kept that arrived then: an ISO date and time. */
export function keptUntil(receivedAt: string, days: number): string {
  return new Date(Date.parse(receivedAt) + days * 86_400_000).toISOString();
}
