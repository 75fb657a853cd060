import { defaultPageSize, type PageQuery } from '@hookwell/core/api';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../capture-log/capture-log.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import type { CaptureReads } from './capture-reads.ts';
import {
  findPageOfMatches,
  type MatchRange,
  matchPages,
  pagesOf,
  readMatchText,
  type SearchSource,
} from './find-matches.ts';
import {
  asksForPage,
  findPage,
  type ListedLog,
  type ListPage,
  type ListRange,
  logInTurns,
  readShortPage,
  scopeStands,
  shortPages,
} from './list-range.ts';
import { listText } from './list-text.ts';
import { beginList, listStream, nothing } from './reading-client.ts';

/** A list as it was asked for. `path` is its address below the base. */
export interface ListRequest {
  scope: Scope;
  query: PageQuery;
  path: string;
}

/** A list that is ready to be read. */
interface FoundList {
  range: Pick<ListRange, 'scope' | 'view' | 'ids'>;
  pages: AsyncIterable<ListPage>;
  /** Whether all pages are from one read of the log. */
  isOneRead: boolean;
  /** The `before` of the next page, if there is one. */
  next?: number | undefined;
}

/**
 * Answers a list: one page with its Link if the query asks for one, else the whole array. A failure after its first piece cuts the
 * connection (Fastify destroys the response when its stream fails). A client that goes away ends the stream and with
 * it the reading.
 */
export async function sendList(
  reply: FastifyReply,
  { store, addresses, metrics, parties, clock }: Parts,
  reads: CaptureReads,
  { scope, query, path }: ListRequest,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const { limit, before, after, view = 'full' } = query;
  const match = readMatchText(query.match);
  // HEAD asks for the headers; Fastify would read a list to its end for nothing.
  const isHead = reply.request.method === 'HEAD';
  if (isHead && !asksForPage(query)) return reply.send(nothing());
  const party = parties.of(scope.accountId);
  const captures = logInTurns(store.captures, reads.pages, party);
  const { client, hold } = await beginList(reply.raw, reads.lists, party);
  const range: ListRange = {
    scope,
    view: isHead ? 'summary' : view,
    before,
    after,
  };
  const size = asksForPage(query) ? (limit ?? defaultPageSize) : undefined;
  const list =
    match === undefined
      ? await plainList(captures, range, size)
      : await matchingList(
          { captures, reads, metrics, parties, client },
          { ...range, match },
          { size, nowMs: clock(), onProgress: () => hold.touch() },
        );
  if (list.next !== undefined) {
    reply.header('link', nextLink(`${addresses.base}${path}`, query, list.next));
  }
  if (isHead) return reply.send(nothing());
  const stands = (listed: Scope) => scopeStands(store.db, listed);
  const hasTakenAll = () => reply.raw.writableLength === 0;
  const pieces = listText(
    { reads, client, stands, hasTakenAll },
    list.range,
    list.pages,
    list.isOneRead,
  );
  return reply.send(await listStream(pieces, hold));
}

/** `size`: the most captures of a page; undefined for the whole list. */
async function plainList(
  captures: ListedLog,
  whole: ListRange,
  size: number | undefined,
): Promise<FoundList> {
  if (size === undefined) {
    const first = await readShortPage(captures, whole);
    return { range: whole, pages: shortPages(captures, whole, first), isOneRead: !first.more };
  }
  const { first, range, next } = await findPage(captures, whole, size);
  const pages = shortPages(captures, range, first);
  return { range, pages, isOneRead: !first.more, next };
}

/** The ids of a page are found before it is sent, since its Link depends on them. */
async function matchingList(
  source: SearchSource,
  range: MatchRange,
  { size, nowMs, onProgress }: { size: number | undefined; nowMs: number; onProgress: () => void },
): Promise<FoundList> {
  if (size === undefined) {
    return { range, pages: matchPages(source, range, nowMs, onProgress), isOneRead: false };
  }
  const { ids, more, through } = await findPageOfMatches(source, range, size, nowMs);
  return {
    range,
    pages: pagesOf(source, range.scope, ids, range),
    isOneRead: false,
    ...(more && through !== undefined ? { next: through } : {}),
  };
}
