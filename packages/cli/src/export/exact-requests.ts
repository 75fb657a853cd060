import type { CapturedRequest, HookwellClient } from '@hookwell/client';
import { requestBatches, type Selection } from '../service/captured-requests.ts';
import { receiveUrl } from '../service/receive-url.ts';
import { type ExactRequest, isExactText } from './har.ts';

/** So many requests are looked up at once. */
const lookUps = 8;

/** The selected requests as they looked on the wire, newest first; those deleted meanwhile are left out. */
export async function* exactRequests(
  client: HookwellClient,
  selection: Selection,
): AsyncGenerator<ExactRequest, void> {
  const { receiveBaseUrl } = await client.service.get();
  for await (const { items } of requestBatches(client, selection)) {
    for (let start = 0; start < items.length; start += lookUps) {
      const some = items.slice(start, start + lookUps);
      const exact = await Promise.all(
        some.map((request) => lookUp(client, request, receiveBaseUrl, selection.signal)),
      );
      yield* exact.filter((found) => found !== undefined);
    }
  }
}

async function lookUp(
  { requests }: HookwellClient,
  request: CapturedRequest,
  receiveBaseUrl: string,
  signal: AbortSignal | undefined,
): Promise<ExactRequest | undefined> {
  try {
    const wire = await requests.wire(request.id, { signal });
    const bytes = isExactText(request, wire)
      ? undefined
      : await requests.body(request.id, { signal });
    return { request, wire, url: receiveUrl(receiveBaseUrl, wire), bytes };
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
    throw error;
  }
}
