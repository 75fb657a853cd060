import { Readable } from 'node:stream';
import type { PageQuery } from '@hookwell/contract';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../database/capture-log.ts';
import type { Parts } from '../parts.ts';
import type { CaptureReads } from './capture-reads.ts';
import { type ListRange, listText, readShortPage } from './list-text.ts';
import { asksForPage, findPage, nextLink } from './paging.ts';
import { clientOf, releaseAtClose, shareOf } from './reading-client.ts';

/** A list as it was asked for. `path` is its address below the base. */
export interface ListRequest {
  scope: Scope;
  query: PageQuery;
  path: string;
}

/**
 * Answers a list: one page with its Link where the query asks for one, else the whole array. The first
 * piece is made before anything is sent, so that a store that fails gets its proper error answer; a
 * failure after that cuts the connection (Fastify destroys the response when its stream fails). A client
 * that goes away ends the stream and with it the reading.
 */
export async function sendList(
  reply: FastifyReply,
  { store: { captures }, addresses }: Pick<Parts, 'store' | 'addresses'>,
  reads: CaptureReads,
  { scope, query, path }: ListRequest,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  // HEAD asks for the headers; Fastify would read a list to its end for nothing.
  const isHead = reply.request.method === 'HEAD';
  if (isHead && !asksForPage(query)) return reply.send(nothing());
  const client = clientOf(reply.raw);
  releaseAtClose(await shareOf(reads.lists, scope.accountId, 1, client), client);
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
  const pieces = listText({ captures, reads, client }, range, first);
  const start = await pieces.next();
  return reply.send(toStream(start.value ?? '', pieces));
}

/** Without a length: that of the list is not known. */
function nothing(): Readable {
  return Readable.from([]);
}

/**
 * Asks for a piece only once the socket has taken the one before: nothing is read ahead, and a list
 * knows when the text of a large capture has left. (`Readable.from` asks for one more.)
 */
function toStream(
  start: string | Uint8Array,
  pieces: AsyncGenerator<string | Uint8Array, void>,
): Readable {
  let first: string | Uint8Array | undefined = start;
  return new Readable({
    highWaterMark: 0,
    read() {
      if (first !== undefined) {
        this.push(first);
        first = undefined;
        return;
      }
      pieces.next().then(
        ({ value }) => this.push(value ?? null),
        (error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      const ended = () => done(error);
      pieces.return().then(ended, ended);
    },
  });
}
