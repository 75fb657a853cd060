import {
  type DeliveriesQuery,
  type Delivery,
  type DeliveryAttempt,
  defaultPageSize,
  type SignatureFinding,
} from '@hookwell/core/api';
import type { FastifyReply } from 'fastify';
import { shownSignature } from '../capture-log/answering.ts';
import type { StoredAttempt, StoredDelivery } from '../capture-log/deliveries-page.ts';
import { nextLink } from '../http/header-values.ts';
import type { Parts } from '../parts.ts';
import { beginList, type CaptureReads, listStream, nothing } from '../requests/public.ts';

/** Of a whole list, so many deliveries are in memory at once, or fewer with many attempts. */
const deliveriesOfRead = 100;
/** A piece ends with the attempt that makes it this long. */
const pieceCharacters = 64 * 1024;

/** The deliveries of an endpoint, as they were asked for. */
interface DeliveryListRequest {
  accountId: number;
  endpointId: number;
  query: DeliveriesQuery;
  /** The address of the list below the base. */
  path: string;
}

interface DeliveryPage {
  deliveries: readonly StoredDelivery[];
  more: boolean;
}

/**
 * Answers a list of deliveries: one page with its Link if the query asks for one, else the whole array, in pieces at the
 * reader's pace. The first page is read before anything is sent, so that a store that fails gives a proper error answer.
 */
export async function sendDeliveries(
  reply: FastifyReply,
  { store: { captures }, addresses, parties }: Pick<Parts, 'store' | 'addresses' | 'parties'>,
  reads: Pick<CaptureReads, 'lists' | 'readDeliveries'>,
  { accountId, endpointId, query, path }: DeliveryListRequest,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  const isPage = query.limit !== undefined || query.before !== undefined;
  const isHead = reply.request.method === 'HEAD';
  if (isHead && !isPage) return reply.send(nothing());
  const { hold } = await beginList(reply.raw, reads.lists, parties.of(accountId));
  const readPage = (page: { limit: number; before: number | undefined }) =>
    reads.readDeliveries(accountId, () => captures.readDeliveries(endpointId, page));
  const limit = isPage ? (query.limit ?? defaultPageSize) : deliveriesOfRead;
  const first = await readPage({ limit, before: query.before });
  const oldest = first.deliveries.at(-1)?.firstId;
  if (isPage && first.more && oldest !== undefined) {
    reply.header('link', nextLink(`${addresses.base}${path}`, query, oldest));
  }
  if (isHead) return reply.send(nothing());
  const pages = isPage ? [first] : allPages(readPage, first);
  const pieces = listText(pages);
  return reply.send(await listStream(pieces, hold));
}

/** All pages from a first one on, newest first. Deliveries that begin meanwhile never appear. */
async function* allPages(
  readPage: (page: { limit: number; before: number }) => Promise<DeliveryPage>,
  first: DeliveryPage,
): AsyncGenerator<DeliveryPage, void> {
  for (let page = first; ; ) {
    yield page;
    const oldest = page.deliveries.at(-1)?.firstId;
    if (!page.more || oldest === undefined) return;
    page = await readPage({ limit: deliveriesOfRead, before: oldest });
  }
}

/** The text of a JSON array in pieces. */
async function* listText(
  pages: Iterable<DeliveryPage> | AsyncIterable<DeliveryPage>,
): AsyncGenerator<string, void> {
  let waiting = '[';
  let separator = '';
  for await (const { deliveries } of pages) {
    for (const delivery of deliveries) {
      // All its captures are gone.
      if (delivery.attempts.length === 0) continue;
      waiting += separator;
      separator = ',';
      for (const part of deliveryText(delivery)) {
        waiting += part;
        if (waiting.length < pieceCharacters) continue;
        yield waiting;
        waiting = '';
      }
    }
  }
  yield `${waiting}]`;
}

/** A delivery as JSON text, in short parts: it may have a thousand attempts. None if all its captures are gone. */
function* deliveryText({ delivery, attempts }: StoredDelivery): Generator<string, void> {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return;
  const event = attempts.find((attempt) => attempt.event !== undefined)?.event;
  const shown: Omit<Delivery, 'attempts'> = {
    delivery,
    ...(event === undefined ? {} : { event }),
    first: isoTime(first.receivedAt),
    last: isoTime(last.receivedAt),
    outcome: attempts.some(isAccepted) ? 'accepted' : 'open',
  };
  yield `${JSON.stringify(shown).slice(0, -1)},"attempts":[`;
  for (const [index, attempt] of attempts.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(shownAttempt(attempt));
  }
  yield ']}';
}

/** While its sender waits for a listener, an attempt was not answered. */
function isAccepted(attempt: StoredAttempt): boolean {
  return /^2\d\d$/.test(attempt.answer) && !isWaiting(attempt);
}

function isWaiting({ waitsUntil = 0 }: StoredAttempt): boolean {
  return Date.now() < waitsUntil;
}

function shownAttempt(attempt: StoredAttempt): DeliveryAttempt {
  const { id, receivedAt, answer, retryAfter, bodyHash, idHash, signature } = attempt;
  const { answeredBy, gaveUpAfter, cutShortAfter } = attempt;
  return {
    id,
    receivedAt: isoTime(receivedAt),
    answer,
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(isWaiting(attempt) && { waiting: true }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    bodyHash,
    ...(idHash === undefined ? {} : { idHash }),
    ...(signature === undefined ? {} : { signature: shownFinding(signature) }),
    ...(gaveUpAfter === undefined ? {} : { gaveUpAfter }),
    ...(cutShortAfter === undefined ? {} : { cutShortAfter }),
  };
}

function shownFinding(signature: string): SignatureFinding {
  // We have written it ourselves.
  return JSON.parse(shownSignature(signature)) as SignatureFinding;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
