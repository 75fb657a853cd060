import type { CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { isNotFound } from '../service/not-found.ts';
import { inOrder } from './in-order.ts';

type Queried = Pick<CapturedRequestSummary, 'id' | 'queryParams'>;

/** The query of each request that has one, as it was sent. Requests that were deleted meanwhile have none. */
export async function sentQueries(
  client: HookwellClient,
  requests: readonly Queried[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const found = inOrder(
    queried(requests),
    () => 0,
    async ({ id }) => [id, (await sentQuery(client, id, signal)) ?? ''] as const,
  );
  return new Map(await Array.fromAsync(found));
}

async function* queried(requests: readonly Queried[]): AsyncGenerator<Queried, void> {
  yield* requests.filter(({ queryParams }) => Object.keys(queryParams).length > 0);
}

async function sentQuery(
  { requests }: HookwellClient,
  id: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const { target } = await requests.wire(id, { signal });
    return target.includes('?') ? target.slice(target.indexOf('?') + 1) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
