import type {
  CapturedRequestSummary,
  HookwellClient,
  StreamedRequest,
  StreamedSummary,
} from '@hookwell/client';
import { textOfBytes } from '@hookwell/match';
import { isNotFound } from '../service/not-found.ts';

/** The query as it was sent, as text, if there is one. A request of a stream with bodies has it on the wire alone, until it is deleted. */
export async function sentQuery(
  { requests }: HookwellClient,
  request: CapturedRequestSummary | StreamedRequest | StreamedSummary,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if ('bodySize' in request) return request.query;
  if (Object.keys(request.queryParams).length === 0) return undefined;
  try {
    const { target } = await requests.wire(request.id, { signal });
    return target.includes('?') ? textOfBytes(target.slice(target.indexOf('?') + 1)) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
