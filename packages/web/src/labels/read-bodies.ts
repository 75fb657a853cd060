import type { CapturedRequestSummary } from '@hookwell/client';
import type { ApiClient } from '@hookwell/client/api';

/** The list that rows stand in. */
export interface ListedIn {
  /** The token of its endpoint, or all endpoints. */
  endpoint: string | undefined;
  /** Its filter in the match language; empty if it shows everything. */
  match: string;
}

/** The range of ids that one call reads: below `before`, above `after`, `limit` at most. */
export interface IdRange {
  before: number;
  after: number;
  limit: number;
}

export interface ReadBodies {
  /** The texts of the bodies, by id. */
  texts: ReadonlyMap<number, string>;
  /** The lowest id that the call has come to. */
  downTo: number;
}

/** Bodies up to this size are read for a row: the service gives them without a thread for large ones. */
const largestReadBytes = 64 * 1024;
const conditions = `size<=${largestReadBytes} -has:header.content-encoding`;

/** Whether the body is read for a row. Compressed ones may be of any size. */
export function isRead({ bodySize, headers }: CapturedRequestSummary): boolean {
  return (
    bodySize > 0 && bodySize <= largestReadBytes && !Object.hasOwn(headers, 'content-encoding')
  );
}

/**
 * Reads the bodies in a part of a list, in one call.
 * @throws {HookwellError} if the service does not answer
 */
export async function readBodies(
  { requests }: ApiClient,
  { endpoint, match }: ListedIn,
  range: IdRange,
): Promise<ReadBodies> {
  // The list's own filter keeps other requests between its rows from being read.
  const wanted = { endpoint, match: `${conditions} ${match}`.trim() };
  const { items, next } = await requests.page({ ...wanted, ...range, isOneCall: true });
  return {
    texts: new Map(items.map(({ id, body }) => [id, body.raw])),
    downTo: next?.before ?? range.after + 1,
  };
}
