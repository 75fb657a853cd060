import type { StreamedSummary } from '@hookwell/client';
import type { LiveClient } from '@hookwell/client/live';

/** So many are read at most: others of the account may stand between them. */
const mostRead = 1_000;
/** The stream waits for requests that are gone. */
const longestMs = 5_000;

/**
 * Reads captured requests again from the live stream, which alone says whether their senders wait.
 * @returns those from one id to the other, oldest first, as far as they were told within some seconds
 */
export async function readAgain(
  client: Pick<LiveClient, 'stream'>,
  first: number,
  last: number,
): Promise<StreamedSummary[]> {
  const signal = AbortSignal.timeout(longestMs);
  const found: StreamedSummary[] = [];
  try {
    for await (const request of client.stream({ view: 'summary', after: first - 1, signal })) {
      if (request.id <= last) found.push(request);
      if (request.id >= last || found.length >= mostRead) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return found;
}
