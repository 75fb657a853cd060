import type { AppendedCapture, NewCapture } from '../capture-log/captures.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import { originForm } from '../connections/request-target.ts';
import type { Parts } from '../parts.ts';
import { acknowledge } from './answers.ts';
import type { BodyClaim } from './body-memory.ts';
import type { ReadBody } from './body-reader.ts';
import type { CountedRefusals } from './counted-refusals.ts';
import type { GuestSpace } from './guest-space.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';
import type { DecidedReply, Replies } from './replies.ts';
import type { StoreQueue } from './store-queue.ts';
import { storedHeaders } from './stored-headers.ts';
import type { WaitingRequest, WaitingRequests } from './waiting-requests.ts';

/** A capture waits for so long at most while its account is far beyond its plan. */
const longestWaitMs = 5000;

/** A capture is evaluated so often at most, where settings change faster than it is stored under them. */
const maxEvaluations = 8;

/** A request whose body is whole. */
export interface ArrivedRequest {
  request: HttpRequest;
  response: HttpResponse;
  receivedAt: number;
  body: ReadBody;
  claim: BodyClaim;
  /** Whether the capture log has it: requests handed over later get higher ids. */
  isHandedOver: boolean;
}

interface StoringParts extends Pick<Parts, 'store' | 'metrics' | 'parties'> {
  clientAddress: ClientAddress;
  retention: { relieved(endpointId: number): Promise<void> | undefined };
  endpoints: KnownEndpoints;
  guests: GuestSpace;
  queue: StoreQueue;
  replies: Replies;
  waiting: WaitingRequests;
  refusals: CountedRefusals;
}

/** Stores requests whose bodies are whole, and answers them. */
export class Storing {
  readonly #parts: StoringParts;
  #isStopping = false;

  constructor(parts: StoringParts) {
    this.#parts = parts;
  }

  /** From now on connections close once all their requests are answered. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Settles once the request is stored and answered, or refused. Does not reject. */
  async store(endpoint: KnownEndpoint, arrived: ArrivedRequest): Promise<void> {
    const { request, response, body, claim } = arrived;
    try {
      await this.#store(endpoint, arrived);
    } catch (error) {
      this.#parts.refusals.unstored(request, response, error, body.size);
    } finally {
      claim.release();
    }
  }

  /** Nothing is awaited here that is at hand: requests of a connection are handed over in their order. */
  async #store(endpoint: KnownEndpoint, arrived: ArrivedRequest): Promise<void> {
    if (this.#isGivenUp(arrived)) return;
    const { endpoints, retention, refusals } = this.#parts;
    const { request, response, body } = arrived;
    const relieved = retention.relieved(endpoint.id);
    if (relieved !== undefined && !(await comesSoon(relieved)))
      return refusals.refuse(request, response, 'rate_limited', undefined, body.size);
    const capture = this.#captureOf(endpoint, arrived);
    if (await this.#storeUnder(endpoint, arrived, capture)) return;
    for (let evaluations = 1; evaluations < maxEvaluations; evaluations++) {
      const now = await endpoints.lookUp(endpoint.token);
      if (now === undefined) {
        endpoints.forget(endpoint.token);
        return refusals.refuse(request, response, 'unknown_endpoint');
      }
      if (await this.#storeUnder(now, arrived, { ...capture, endpointId: now.id })) return;
    }
    refusals.refuse(request, response, 'overloaded', 'unavailable', body.size);
  }

  /**
   * Evaluates the capture by the settings and the contract that the endpoint is known to have, stores it under these, and answers.
   * False, and nothing is done, if the endpoint is gone or has others by now.
   */
  async #storeUnder(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
  ): Promise<boolean> {
    // The endpoint may be looked up anew meanwhile.
    const { settingsVersion, settingsSince, contractSince } = endpoint;
    const hasSettings = settingsSince !== undefined || contractSince !== undefined;
    const isEvaluated = hasSettings || this.#parts.replies.isConcernedWith(endpoint.id);
    const decided = isEvaluated ? await this.#decide(endpoint, arrived, capture) : undefined;
    if (hasSettings && decided === undefined) return this.#isGivenUp(arrived);
    let stored: AppendedCapture | undefined;
    try {
      if (this.#isGivenUp(arrived)) return true;
      const decidedCapture = withDecision({ ...capture, settingsVersion }, decided);
      stored = await this.#append(endpoint, arrived, decidedCapture);
    } finally {
      if (stored === undefined) decided?.drop?.();
    }
    if (stored === undefined) return false;
    this.#answer(arrived.response, stored, decided);
    return true;
  }

  #answer(
    response: HttpResponse,
    stored: AppendedCapture,
    decided: DecidedReply | undefined,
  ): void {
    this.#parts.metrics.capturesStored.inc();
    if (decided === undefined) return acknowledge(response, stored.id, this.#isStopping);
    decided.answer(response, stored, () => acknowledge(response, stored.id, this.#isStopping));
  }

  /** Whether the server stops, and has closed the connection: nobody is to be told any more. */
  #isGivenUp({ request }: ArrivedRequest): boolean {
    return this.#isStopping && request.socket.destroyed;
  }

  async #decide(
    endpoint: KnownEndpoint,
    { request, body }: ArrivedRequest,
    capture: NewCapture,
  ): Promise<DecidedReply | undefined> {
    const { replies, waiting } = this.#parts;
    let waits: WaitingRequest | undefined;
    const wait = (): WaitingRequest => {
      waits ??= waiting.enter(request);
      return waits;
    };
    try {
      return await replies.decide(endpoint, request, capture, wait, body.watcher);
    } finally {
      waits?.leave();
    }
  }

  async #append(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
  ): Promise<AppendedCapture | undefined> {
    const { store, guests, queue, parties } = this.#parts;
    if (!guests.hasRoomFor(endpoint)) await guests.checkAgain(endpoint);
    const party = parties.of(endpoint.accountId);
    if (!queue.enterAtOnce(party, capture.bodySize)) await queue.enter(party, capture.bodySize);
    try {
      arrived.isHandedOver = true;
      return await store.captures.append(capture);
    } finally {
      queue.leave(party, capture.bodySize);
    }
  }

  #captureOf(endpoint: KnownEndpoint, arrived: ArrivedRequest): NewCapture {
    const { request, receivedAt, body } = arrived;
    const headers = storedHeaders(request.rawHeaders);
    return {
      endpointId: endpoint.id,
      settingsVersion: endpoint.settingsVersion,
      receivedAt,
      method: request.method,
      target: originForm(request.url),
      headers: headers.text,
      droppedHeaders: headers.dropped,
      ipAddress: this.#parts.clientAddress(request),
      body: body.pieces,
      bodySize: body.size,
    };
  }
}

/** Whether the event comes within the longest wait. */
async function comesSoon(event: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, longestWaitMs, false);
  void event.then(() => resolve(true));
  const comes = await promise;
  clearTimeout(timer);
  return comes;
}

/** The capture as it is stored by a decision. */
function withDecision(capture: NewCapture, decided: DecidedReply | undefined): NewCapture {
  if (decided === undefined) return capture;
  const { answering, wait, xHeaders, contract } = decided;
  return { ...capture, ...xHeaders, answering, wait, ...(contract && { contract }) };
}
