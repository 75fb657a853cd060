import type { CapturedRequest, CapturedRequestSummary, HookwellClient } from '@hookwell/client';
import { type Selection, summaryPages } from '@hookwell/client/archives';
import { happeningOf, isSmall, withSmallBodies } from '../captured-requests/happening.ts';
import { isNotFound } from '../service/not-found.ts';
import type { CheckedRequest } from './checked-request.ts';

/**
 * The stored requests that are selected, newest first, with their bodies. Those that were deleted meanwhile are left out.
 * @param onCut is told whether the limit leaves out older ones
 */
export async function* storedRequests(
  client: HookwellClient,
  selection: Selection,
  onCut: (isCut: boolean) => void,
): AsyncGenerator<CheckedRequest, void> {
  const { signal } = selection;
  for await (const { items, isCut } of summaryPages(client, selection)) {
    onCut(isCut);
    const small = new Map<number, CapturedRequest>();
    for await (const request of withSmallBodies(client, items.filter(isSmall), selection)) {
      small.set(request.id, request);
    }
    for (const item of items) {
      const request = small.get(item.id) ?? (await withBody(client, item, signal));
      if (request !== undefined) yield await checkedRequest(request);
    }
  }
}

/** The request, which need not have a small body, or any; `undefined` if it was deleted meanwhile. */
async function withBody(
  { requests }: HookwellClient,
  summary: CapturedRequestSummary,
  signal: AbortSignal | undefined,
): Promise<CapturedRequest | CapturedRequestSummary | undefined> {
  if (summary.bodySize === 0) return summary;
  try {
    return await requests.get(summary.id, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function checkedRequest(
  request: CapturedRequest | CapturedRequestSummary,
): Promise<CheckedRequest> {
  const { id, receivedAt } = request;
  const { event } = await happeningOf(request);
  const text = 'body' in request ? request.body.raw : '';
  return { id, receivedAt, ...(event !== undefined && { event }), text };
}
