import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@hookwell/contract';
import { StoreFull } from '../database/store.ts';
import { hasTimedOut } from '../http/timed-out.ts';
import type { RefusalReason } from '../monitoring/metrics.ts';
import type { Parts } from '../parts.ts';
import { acknowledge, answerPreflight, isPreflight, refuse } from './answers.ts';
import { readBody } from './body-reader.ts';
import { guestLimitsOf } from './guest-limits.ts';
import { GuestSpace, GuestSpaceFull } from './guest-space.ts';
import { InFlightBudget } from './in-flight-budget.ts';
import { type KnownEndpoint, KnownEndpoints, withinRate } from './known-endpoints.ts';
import { originForm, tokenOf } from './receive-url.ts';
import { storedHeaders } from './sent-headers.ts';
import { TooManyLookUps } from './token-look-ups.ts';

/** All bodies in memory together, in bytes. */
const inFlightLimit = 256 * 2 ** 20;

/** How long, in milliseconds, a capture waits while its account is far beyond its plan. */
const longestWait = 5000;

export interface ReceivePlane {
  /** Takes a request for `/wh` or below it and answers it, whatever happens. */
  receive(request: IncomingMessage, response: ServerResponse): void;
  /** From now on every answer is the last one on its connection. */
  closing(): void;
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
  const budget = new InFlightBudget(inFlightLimit);
  metrics.bodiesInFlight.read = () => budget.used;
  let lastOnConnection = false;
  let lastFailureLogged = 0;

  function receive(request: IncomingMessage, response: ServerResponse): void {
    metrics.capturesReceived.inc();
    if (request.method === 'TRACE')
      return refuseFor(request, response, 'methodNotAllowed', 'method');
    if (isPreflight(request)) return answerPreflight(request, response);
    const token = tokenOf(request.url ?? '');
    if (token === undefined) return refuseFor(request, response, 'notFound', 'unknown_endpoint');
    const known = endpoints.get(token);
    if (known !== undefined) return receiveFor(known, request, response);
    endpoints.lookUp(token).then(
      (found) => {
        if (found !== undefined) receiveFor(found, request, response);
        else refuseFor(request, response, 'notFound', 'unknown_endpoint');
      },
      (error) => refuseUnstored(request, response, error),
    );
  }

  function receiveFor(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const receivedAt = clock();
    if (
      config.receiveRateLimit !== undefined &&
      !withinRate(endpoint, config.receiveRateLimit, receivedAt)
    ) {
      return refuseFor(request, response, 'tooManyRequests', 'rate_limited');
    }
    readBody(request, config.maxBodyBytes, budget, (body, reason) => {
      if (body !== undefined)
        void storeCapture(endpoint, request, response, receivedAt, body.pieces, body.size);
      else if (reason === 'bodyTooLarge')
        refuseFor(request, response, 'bodyTooLarge', 'body_too_large');
      else if (reason === 'overloaded') refuseFor(request, response, 'overloaded', 'overloaded');
      else metrics.capturesRefused.inc({ reason: hasTimedOut(request) ? 'timed_out' : 'aborted' });
    });
  }

  async function storeCapture(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    response: ServerResponse,
    receivedAt: number,
    body: Uint8Array[],
    bodySize: number,
  ): Promise<void> {
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
        body,
        bodySize,
      };
      const relieved = retention.relieved(endpoint.id);
      if (relieved !== undefined && !(await comesSoon(relieved)))
        return refuseFor(request, response, 'tooManyRequests', 'rate_limited');
      const id = await (endpoint.guestNetwork === undefined
        ? store.captures.append(capture)
        : guests.append(endpoint, capture));
      if (id === undefined) {
        endpoints.forget(endpoint.token);
        refuseFor(request, response, 'notFound', 'unknown_endpoint');
        return;
      }
      metrics.capturesStored.inc();
      acknowledge(response, id, lastOnConnection);
    } catch (error) {
      refuseUnstored(request, response, error);
    } finally {
      budget.release(bodySize);
    }
  }

  function refuseFor(
    request: IncomingMessage,
    response: ServerResponse,
    code: ErrorCode,
    reason: RefusalReason,
  ): void {
    metrics.capturesRefused.inc({ reason });
    refuse(request, response, code);
  }

  /** Nothing was stored, whatever the reason: 507 at a size limit, else 503. Never 200. */
  function refuseUnstored(
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): void {
    if (error instanceof GuestSpaceFull)
      return refuseFor(request, response, 'guestSpaceFull', 'guest_space_full');
    if (error instanceof StoreFull) return refuseFor(request, response, 'storeFull', 'store_full');
    if (error instanceof TooManyLookUps)
      return refuseFor(request, response, 'unavailable', 'overloaded');
    logFailure(error);
    refuseFor(request, response, 'unavailable', 'store_unavailable');
  }

  /** Once a second is enough: in an outage every capture fails the same way. */
  function logFailure(error: unknown): void {
    if (Date.now() - lastFailureLogged < 1000) return;
    lastFailureLogged = Date.now();
    log.error({ err: error }, 'captures cannot be stored');
  }

  return {
    receive,
    closing: () => {
      lastOnConnection = true;
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
