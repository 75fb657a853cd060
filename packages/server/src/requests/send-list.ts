import { Readable } from 'node:stream';
import type { PageQuery } from '@hookwell/contract';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../database/capture-log.ts';
import type { Parts } from '../parts.ts';
import type { CaptureRenderer } from './capture-renderer.ts';
import { type ListRange, listText, readShortPage } from './list-text.ts';
import { asksForPage, findPage, nextLink } from './paging.ts';

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
  { store, addresses }: Pick<Parts, 'store' | 'addresses'>,
  renderer: CaptureRenderer,
  { scope, query, path }: ListRequest,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  // HEAD asks for the headers; Fastify would read a list to its end for nothing.
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
  const { limit, before, after, view = 'full' } = query;
  let range: ListRange = {
    scope,
    view,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  let first: Awaited<ReturnType<typeof readShortPage>>;
  if (asksForPage(query)) {
    const page = await findPage(store.captures, range, limit);
    ({ first, range } = page);
    if (page.next !== undefined) {
      reply.header('link', nextLink(`${addresses.base}${path}`, query, page.next));
    }
  } else {
    first = await readShortPage(store.captures, range);
  }
  const pieces = listText(store.captures, renderer, range, first);
  const start = await pieces.next();
  return reply.send(toStream(start.value ?? '', pieces));
}

/** Reads nothing ahead: what the socket has not taken is the only text in memory. */
function toStream(
  start: string | Uint8Array,
  pieces: AsyncGenerator<string | Uint8Array, void>,
): Readable {
  async function* all() {
    yield start;
    yield* pieces;
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 0 });
}
