import type { ClientAddress } from '../connections/client-address.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import type { RefusedHeads } from '../connections/request-head.ts';
import { isPreflight, tokenOf } from '../connections/request-target.ts';
import type { Parts } from '../parts.ts';
import type { RefusalLog } from '../refusal-log/refusal-log.ts';
import { answerPreflight } from './answers.ts';
import { BodyMemory } from './body-memory.ts';
import { type ReadBody, readBody, type UnreadBody } from './body-reader.ts';
import { ConnectionOrder } from './connection-order.ts';
import { CountedRefusals } from './counted-refusals.ts';
import { GuestSpace } from './guest-space.ts';
import { type KnownEndpoint, KnownEndpoints, withinRate } from './known-endpoints.ts';
import { RefusalNotes } from './refusal-notes.ts';
import type { Replies } from './replies.ts';
import { StoreQueue } from './store-queue.ts';
import { type ArrivedRequest, Storing } from './storing.ts';
import { WaitingRequests } from './waiting-requests.ts';

export interface ReceivePlane {
  /** Takes a request for `/wh` or below it, and always answers it. */
  receive(request: HttpRequest, response: HttpResponse): void;
  /** Hears of requests that were refused before they could be handed over. */
  refusedHead: RefusedHeads;
  /** From now on connections close once all their requests are answered. */
  closing(): void;
}

/**
 * The public side: every request for `/wh/{token}` is stored durably and then acknowledged. It runs
 * beside the API's router: any method and any bytes are welcome here, and a capture passes no code that it does not need.
 */
export function createReceivePlane(
  parts: Pick<Parts, 'config' | 'store' | 'clock' | 'log' | 'metrics' | 'parties'>,
  clientAddress: ClientAddress,
  retention: { relieved(endpointId: number): Promise<void> | undefined },
  replies: Replies,
  refusalLog: RefusalLog,
): ReceivePlane {
  const { config, store, clock, metrics, parties } = parts;
  const endpoints = new KnownEndpoints(store.db, parties);
  const guests = new GuestSpace(store, endpoints);
  const memory = new BodyMemory(config.maxBodyBytes);
  const waiting = new WaitingRequests();
  /** The memory of bodies whose endpoint is still being looked up. */
  const unknown = { heldBytes: 0 };
  const queue = new StoreQueue();
  const order = new ConnectionOrder();
  const notes = new RefusalNotes(refusalLog, endpoints, parts, clientAddress);
  const refusals = new CountedRefusals(parts, notes);
  const storing = new Storing({
    ...{ store, metrics, parties, clientAddress, retention },
    ...{ endpoints, guests, queue, replies, waiting, refusals },
  });
  metrics.bodiesInFlight.read = () => memory.used;

  function receive(request: HttpRequest, response: HttpResponse): void {
    metrics.capturesReceived.inc();
    if (request.method === 'TRACE') return refusals.refuse(request, response, 'method');
    if (isPreflight(request)) return answerPreflight(request, response);
    const token = tokenOf(request.url);
    if (token === undefined) return refusals.refuse(request, response, 'unknown_endpoint');
    const known = endpoints.get(token);
    if (known === undefined) receiveUnknown(token, request, response);
    else receiveFor(known, request, response);
  }

  function receiveFor(endpoint: KnownEndpoint, request: HttpRequest, response: HttpResponse): void {
    const receivedAt = clock();
    if (!isWithinRate(endpoint, receivedAt)) {
      return refusals.refuse(request, response, 'rate_limited');
    }
    const claim = memory.claim(endpoint.accountShare);
    const holdBack = () => queue.holdBack(parties.of(endpoint.accountId), request);
    const watch =
      endpoint.settingsSince !== undefined
        ? () => replies.watch(endpoint, request, receivedAt)
        : undefined;
    const done = (body: ReadBody | undefined, reason: UnreadBody | undefined, bytes: number) => {
      if (body === undefined) return refusals.unread(request, response, reason, bytes);
      const arrived = { request, response, receivedAt, body, claim, isHandedOver: false };
      if (!order.isBusy(request.socket)) {
        const settled = storing.store(endpoint, arrived);
        if (!arrived.isHandedOver) order.run(request.socket, () => settled);
      } else if (!order.run(request.socket, () => storeInTurn(endpoint, arrived))) {
        claim.release();
        refusals.unread(request, response, 'overloaded', bytes);
      }
    };
    readBody(request, config.maxBodyBytes, claim, holdBack, done, watch);
  }

  /**
   * Reads the body while the endpoint is looked up: bytes that are not read would pile up uncounted. Until then
   * the body counts as one of the unknown, and the request has its turn on the connection already.
   */
  function receiveUnknown(token: string, request: HttpRequest, response: HttpResponse): void {
    const receivedAt = clock();
    const { socket } = request;
    const claim = memory.claim(unknown);
    let isFound = false;
    let unread: UnreadBody | undefined;
    let arrivedBytes = 0;
    const fail = (reason: UnreadBody | undefined): void => {
      claim.release();
      // If the endpoint does not exist, that is the answer.
      if (isFound) refusals.unread(request, response, reason, arrivedBytes);
      else unread = reason;
    };
    // A body that came along with its head is read at once.
    const { promise: found, resolve } = Promise.withResolvers<KnownEndpoint | undefined>();
    const done = (body: ReadBody | undefined, reason: UnreadBody | undefined, bytes: number) => {
      arrivedBytes = bytes;
      if (body === undefined) return fail(reason);
      const arrived = { request, response, receivedAt, body, claim, isHandedOver: false };
      const isInTurn = order.run(socket, async () => {
        const endpoint = await found;
        if (endpoint !== undefined) await storeInTurn(endpoint, arrived);
      });
      if (!isInTurn) fail('overloaded');
    };
    // Whose it is nobody knows yet.
    const holdBack = () => {};
    const reader = readBody(request, config.maxBodyBytes, claim, holdBack, done);
    const looking = endpoints.lookUp(token).then(
      (endpoint) => {
        if (endpoint === undefined) refusals.refuse(request, response, 'unknown_endpoint');
        else if (!isWithinRate(endpoint, receivedAt))
          refusals.refuse(request, response, 'rate_limited');
        else if (unread !== undefined) refusals.unread(request, response, unread, arrivedBytes);
        else if (!claim.moveTo(endpoint.accountShare))
          refusals.unread(request, response, 'overloaded', arrivedBytes);
        else {
          isFound = true;
          return endpoint;
        }
        reader.stop();
        claim.release();
        return undefined;
      },
      (error) => {
        reader.stop();
        claim.release();
        refusals.unstored(request, response, error, arrivedBytes);
        return undefined;
      },
    );
    resolve(looking);
  }

  /** Settles once the next request of the connection may be handed over. */
  async function storeInTurn(endpoint: KnownEndpoint, arrived: ArrivedRequest): Promise<void> {
    const settled = storing.store(endpoint, arrived);
    if (!arrived.isHandedOver) await settled;
  }

  function isWithinRate(endpoint: KnownEndpoint, now: number): boolean {
    const { receiveRateLimit } = config;
    return receiveRateLimit === undefined || withinRate(endpoint, receiveRateLimit, now);
  }

  return {
    receive,
    refusedHead: (head, fault) => refusals.head(head, fault),
    closing: () => {
      storing.stopping();
      waiting.stop();
    },
  };
}
