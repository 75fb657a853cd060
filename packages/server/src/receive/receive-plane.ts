import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeLast } from '../connections/last-request.ts';
import { originForm, tokenOf } from '../connections/request-target.ts';
import type { Parts } from '../parts.ts';
import { acknowledge, answerPreflight, isPreflight } from './answers.ts';
import { type ReadBody, readBody, type UnreadBody } from './body-reader.ts';
import type { Claim } from './body-claim.ts';
import { ConnectionOrder } from './connection-order.ts';
import { Guesses } from './token-guesses.ts';
import { guestLimitsOf } from './guest-limits.ts';
import { GuestSpace } from './guest-space.ts';
import { budgetLimits, InFlightBudget, largestSmallBody } from './in-flight-budget.ts';
import { type KnownEndpoint, KnownEndpoints, withinRate } from './known-endpoints.ts';
import { Refusals } from './counted-refusals.ts';
import { storedHeaders } from './stored-headers.ts';
import { UploadPace } from './upload-pace.ts';

/** How long, in milliseconds, a capture waits while its account is far beyond its plan. */
const longestWait = 5000;

export interface ReceivePlane {
  /** Takes a request for `/wh` or below it and answers it, whatever happens. */
  receive(request: IncomingMessage, response: ServerResponse): void;
  /** From now on connections close once all that came on them is answered. */
  closing(): void;
}

/** A request whose body is here. */
interface Arrived {
  request: IncomingMessage;
  response: ServerResponse;
  receivedAt: number;
  body: ReadBody;
  claim: Claim;
  /** The log has it: what is handed over later gets a higher id, unless one of them is large. */
  isHandedOver: boolean;
}

/**
 * The public side: whatever reaches `/wh/{token}` is stored durably and then acknowledged. It runs on
 * bare `node:http`, beside the API's router: any method and any bytes are welcome here, and nothing
 * stands between the socket and the log that a capture does not need.
 */
export function createReceivePlane(
  parts: Pick<Parts, 'config' | 'store' | 'clock' | 'log' | 'metrics'>,
  clientAddress: (request: IncomingMessage) => string,
  retention: { relieved(endpointId: number): Promise<void> | undefined },
): ReceivePlane {
  const { config, store, clock, log, metrics } = parts;
  const endpoints = new KnownEndpoints(store.db);
  const guests = new GuestSpace({ store, endpoints, limits: guestLimitsOf(config), log });
  const budget = new InFlightBudget(budgetLimits(config.maxBodyBytes));
  /** What bodies hold of which nobody knows yet whose they are. */
  const unknown = { endpoint: { held: 0 }, account: { held: 0 } };
  const pace = new UploadPace();
  const order = new ConnectionOrder();
  const guesses = new Guesses();
  const refusals = new Refusals(parts);
  metrics.bodiesInFlight.read = () => budget.used;
  let isStopping = false;

  function receive(request: IncomingMessage, response: ServerResponse): void {
    metrics.capturesReceived.inc();
    if (request.method === 'TRACE')
      return refusals.refuse(request, response, 'methodNotAllowed', 'method');
    if (isPreflight(request)) return answerPreflight(request, response);
    const token = tokenOf(request.url ?? '');
    if (token === undefined)
      return refusals.refuse(request, response, 'notFound', 'unknown_endpoint');
    const known = endpoints.get(token);
    if (known === undefined) receiveUnknown(token, request, response);
    else receiveFor(known, request, response);
  }

  function receiveFor(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const receivedAt = clock();
    if (!isWithinRate(endpoint, receivedAt)) {
      return refusals.refuse(request, response, 'tooManyRequests', 'rate_limited');
    }
    const claim = budget.claim(endpoint.share, endpoint.accountShare);
    readBody(request, config.maxBodyBytes, claim, pace, (body, reason) => {
      if (body === undefined) return refusals.unread(request, response, reason);
      const arrived = { request, response, receivedAt, body, claim, isHandedOver: false };
      if (body.size <= largestSmallBody && !order.isBusy(request.socket)) {
        const settled = storeNow(endpoint, arrived);
        if (!arrived.isHandedOver) order.run(request.socket, () => settled);
      } else if (!order.run(request.socket, () => storeInTurn(endpoint, arrived))) {
        claim.release();
        refusals.refuse(request, response, 'overloaded', 'overloaded');
      }
    });
  }

  /**
   * The body is read while the endpoint is looked up: what nobody reads piles up uncounted. It counts for those
   * unknown until then, and its place on the connection is its own.
   */
  function receiveUnknown(token: string, request: IncomingMessage, response: ServerResponse): void {
    const receivedAt = clock();
    const { socket } = request;
    if (!guesses.began(socket, token)) makeLast(request, response);
    const claim = budget.claim(unknown.endpoint, unknown.account);
    let isFound = false;
    let unread: UnreadBody | undefined;
    const fail = (reason: UnreadBody | undefined): void => {
      claim.release();
      // An address that leads nowhere is that above all.
      if (isFound) refusals.unread(request, response, reason);
      else unread = reason;
    };
    const stop = readBody(request, config.maxBodyBytes, claim, pace, (body, reason) => {
      if (body === undefined) return fail(reason);
      const arrived = { request, response, receivedAt, body, claim, isHandedOver: false };
      const isInTurn = order.run(socket, async () => {
        const endpoint = await found;
        if (endpoint !== undefined) await storeInTurn(endpoint, arrived);
      });
      if (!isInTurn) fail('overloaded');
    });
    const found = endpoints.lookUp(token).then(
      (endpoint) => {
        guesses.ended(socket, token);
        if (endpoint === undefined)
          refusals.refuse(request, response, 'notFound', 'unknown_endpoint');
        else if (!isWithinRate(endpoint, receivedAt))
          refusals.refuse(request, response, 'tooManyRequests', 'rate_limited');
        else if (unread !== undefined) refusals.unread(request, response, unread);
        else if (!claim.moveTo(endpoint.share, endpoint.accountShare))
          refusals.unread(request, response, 'overloaded');
        else {
          isFound = true;
          return endpoint;
        }
        stop();
        claim.release();
        return undefined;
      },
      (error) => {
        guesses.ended(socket, token);
        stop();
        claim.release();
        refusals.unstored(request, response, error);
        return undefined;
      },
    );
  }

  /**
   * Settles when the next request of the connection may be handed over. What is large may be overtaken by what is
   * small, in either direction: of these, one waits for the other.
   */
  async function storeInTurn(endpoint: KnownEndpoint, arrived: Arrived): Promise<void> {
    const isLarge = arrived.body.size > largestSmallBody;
    if (isLarge && isPipelined(arrived)) await order.settled(arrived.request.socket);
    const settled = storeNow(endpoint, arrived);
    if (isLarge || !arrived.isHandedOver) await settled;
  }

  function storeNow(endpoint: KnownEndpoint, arrived: Arrived): Promise<void> {
    const settled = storeCapture(endpoint, arrived);
    order.handedOver(arrived.request.socket, settled);
    return settled;
  }

  async function storeCapture(endpoint: KnownEndpoint, arrived: Arrived): Promise<void> {
    const { request, response, receivedAt, body, claim } = arrived;
    const headers = storedHeaders(request.rawHeaders);
    try {
      const capture = {
        endpointId: endpoint.id,
        receivedAt,
        method: request.method ?? '',
        target: originForm(request.url ?? ''),
        headers: headers.text,
        droppedHeaders: headers.dropped,
        ipAddress: clientAddress(request),
        body: body.pieces,
        bodySize: body.size,
        isPipelined: isPipelined(arrived),
      };
      const append = (): Promise<number | undefined> => {
        arrived.isHandedOver = true;
        return store.captures.append(capture);
      };
      const relieved = retention.relieved(endpoint.id);
      if (relieved !== undefined && !(await comesSoon(relieved)))
        return refusals.refuse(request, response, 'tooManyRequests', 'rate_limited');
      const id = await (endpoint.guestNetwork === undefined
        ? append()
        : guests.append(endpoint, capture, append));
      if (id === undefined) {
        endpoints.forget(endpoint.token);
        refusals.refuse(request, response, 'notFound', 'unknown_endpoint');
        return;
      }
      metrics.capturesStored.inc();
      acknowledge(response, id, isStopping);
    } catch (error) {
      refusals.unstored(request, response, error);
    } finally {
      claim.release();
    }
  }

  function isWithinRate(endpoint: KnownEndpoint, now: number): boolean {
    const { receiveRateLimit } = config;
    return receiveRateLimit === undefined || withinRate(endpoint, receiveRateLimit, now);
  }

  return {
    receive,
    closing: () => {
      isStopping = true;
      guests.close();
    },
  };
}

async function comesSoon(event: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, longestWait, false);
  void event.then(() => resolve(true));
  const comes = await promise;
  clearTimeout(timer);
  return comes;
}

/** Whether an earlier request of its connection is still to be answered. */
function isPipelined({ response }: Arrived): boolean {
  return response.socket === null;
}
