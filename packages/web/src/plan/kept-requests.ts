import type { HookwellClient, PageSelection, RequestPage } from '@hookwell/client';
import { formatCount } from '../ui/format.ts';

/** The count of the kept requests of one endpoint. */
export interface KeptRequests {
  count: number;
  /** Whether counting stopped at its bound, so that there are more. */
  isMore: boolean;
  /** The arrival of the oldest. It is missing if there is none, or if counting stopped. */
  oldestAt?: string;
}

const pageSize = 1000;
const dayMs = 86_400_000;

/**
 * Counts the kept requests of an endpoint by reading their summaries in pages of 1000.
 * @param mostPages so many pages are read at most
 * @throws {HookwellError} with status 404 if the endpoint is gone
 */
export async function countKept(
  client: Pick<HookwellClient, 'requests'>,
  endpoint: string,
  mostPages: number,
  signal?: AbortSignal,
): Promise<KeptRequests> {
  let selection: (PageSelection & { view: 'summary' }) | undefined = {
    endpoint,
    limit: pageSize,
    view: 'summary',
  };
  let count = 0;
  let oldestAt: string | undefined;
  for (let read = 0; read < mostPages && selection !== undefined; read++) {
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

/** The end of the time that a request is kept, as an ISO date and time. */
export function keptUntil(receivedAt: string, days: number): string {
  return new Date(Date.parse(receivedAt) + days * dayMs).toISOString();
}
