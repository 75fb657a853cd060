import type { PageQuery } from '@hookwell/contract';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../capture-log/capture-log.ts';
import type { Parts } from '../parts.ts';
import type { CaptureReads } from './capture-reads.ts';
import { type ListRange, readShortPage, scopeStands } from './list-range.ts';
import { listText } from './list-text.ts';
import { asksForPage, findPage, nextLink } from './paging.ts';
import { nothing, pieceStream } from './piece-stream.ts';
import { clientOf, releaseAtClose, whileWaiting } from './reading-client.ts';

/** A list as it was asked for. `path` is its address below the base. */
export interface ListRequest {
  scope: Scope;
  query: PageQuery;
  path: string;
}

/**
 * Answers a list: one page with its Link if the query asks for one, else the whole array. The first piece is made
 * before anything is sent, so that a store that fails gives a proper error answer; a failure after that cuts the
 * connection (Fastify destroys the response when its stream fails). A client that goes away ends the stream and with
 * it the reading.
 */
export async function sendList(
  reply: FastifyReply,
  { store: { captures, db }, addresses }: Pick<Parts, 'store' | 'addresses'>,
  reads: CaptureReads,
  { scope, query, path }: ListRequest,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  // HEAD asks for the headers; Fastify would read a list to its end for nothing.
  const isHead = reply.request.method === 'HEAD';
  if (isHead && !asksForPage(query)) return reply.send(nothing());
  const client = clientOf(reply.raw);
  const hold = await whileWaiting(client, reads.lists.acquire(scope.accountId, 1, client));
  releaseAtClose(hold, client);
  const { limit, before, after, view = 'full' } = query;
  let range: ListRange = {
    scope,
    view: isHead ? 'summary' : view,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  let first: Awaited<ReturnType<typeof readShortPage>>;
  if (asksForPage(query)) {
    const page = await findPage(captures, range, limit);
    ({ first, range } = page);
    if (page.next !== undefined) {
      reply.header('link', nextLink(`${addresses.base}${path}`, query, page.next));
    }
    if (isHead) return reply.send(nothing());
  } else {
    first = await readShortPage(captures, range);
  }
  const stands = (listed: Scope) => scopeStands(db, listed);
  const pieces = listText({ captures, reads, client, stands }, range, first);
  const start = await pieces.next();
  const next = async () => {
    hold.touch();
    return (await pieces.next()).value ?? undefined;
  };
  return reply.send(pieceStream(start.value ?? '', next, () => pieces.return()));
}
