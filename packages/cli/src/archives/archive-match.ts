import type { ArchivedRequest } from '@hookwell/client/archives';
import {
  holds,
  holdsWithBody,
  type MatchableRequest,
  parseMatch,
  textOfBytes,
} from '@hookwell/match';
import { eventOf, mostCharacters } from '@hookwell/senders';
import { contentTypeIn, readableBody } from './readable-body.ts';

/**
 * Tells whether requests of an archive match, as the service would.
 * @param text a match that was checked before; ages in it count from now
 */
export function archiveMatcher(text: string): (request: ArchivedRequest) => boolean {
  const match = parseMatch(text);
  const now = Date.now();
  return (request) => {
    const matchable = matchableRequest(request);
    return (
      holds(match, matchable, now) ?? holdsWithBody(match, matchable, readableBody(request), now)
    );
  };
}

/** The event of a request of an archive: the one that the archive tells, else what sender and body tell. */
export function eventInArchive(request: ArchivedRequest, text: string): string | undefined {
  const { headers, search, own } = request;
  const { mediaType } = contentTypeIn(request);
  const query = textOfBytes(search.slice(1));
  return own?.event ?? eventOf({ headers, mediaType, query, body: { text, isWhole: true } });
}

function matchableRequest(request: ArchivedRequest): MatchableRequest {
  const { method, path, search, headers, body, receivedAt = 0, own = {} } = request;
  const { ipAddress = '', verdict, event, ...facts } = own;
  const { mediaType } = contentTypeIn(request);
  const query = textOfBytes(search.slice(1));
  return {
    ...{ method, path, query, headers, ipAddress, receivedAt, mediaType, ...facts },
    ...{ bodySize: body.length, signature: verdict },
    event: event ?? {
      mostCharacters,
      eventOf: (start, isWhole) =>
        eventOf({ headers, mediaType, query, body: { text: start, isWhole } }),
    },
  };
}
