import type { ArchiveFile } from '../archives/archive-file.ts';
import { archiveMatcher, eventInArchive } from '../archives/archive-match.ts';
import { requestsOf } from '../archives/ordered-archive.ts';
import { readableBody } from '../archives/readable-body.ts';
import type { CheckedRequest } from './checked-request.ts';

/** Which requests of an archive are meant. */
export interface ArchiveSelection {
  match: string | undefined;
  /** The most requests. */
  limit: number;
  signal: AbortSignal;
}

/**
 * The requests of an archive that are selected, in its order, one at a time in memory.
 * @param onCut is called if the limit leaves out others
 */
export async function* archivedRequests(
  archive: ArchiveFile,
  { match = '', limit, signal }: ArchiveSelection,
  onCut: (isCut: boolean) => void,
): AsyncGenerator<CheckedRequest, void> {
  const matches = archiveMatcher(match);
  let left = limit;
  for await (const request of requestsOf(archive)) {
    signal.throwIfAborted();
    if (!matches(request)) continue;
    if (left === 0) return onCut(true);
    left -= 1;
    const { entry, receivedAt, doubt } = request;
    const text = readableBody(request);
    const event = eventInArchive(request, text);
    yield {
      origin: { entry },
      ...(receivedAt !== undefined && { receivedAt: new Date(receivedAt).toISOString() }),
      ...(event !== undefined && { event }),
      text,
      ...(doubt !== undefined && { doubt }),
    };
  }
}
