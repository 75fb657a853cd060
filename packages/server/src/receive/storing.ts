import type { AppendedCapture, NewCapture } from '../capture-log/captures.ts';
import type { ClientAddress } from '../connections/client-address.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import { originForm } from '../connections/request-target.ts';
import { LoopTime } from '../fairness/loop-time.ts';
import type { Parts } from '../parts.ts';
import { acknowledge } from './answers.ts';
import type { ReadBody } from './body-reader.ts';
import type { CountedRefusals } from './counted-refusals.ts';
import type { GuestSpace } from './guest-space.ts';
import type { BodyClaim } from './in-flight-budget.ts';
import type { KnownEndpoint, KnownEndpoints } from './known-endpoints.ts';
import type { DecidedReply, Replies } from './replies.ts';
import type { StoreQueue } from './store-queue.ts';
import { storedHeaders } from './stored-headers.ts';
import type { WaitingRequest, WaitingRequests } from './waiting-requests.ts';

/** A capture waits for so long at most while its account is far beyond its plan. */
const longestWaitMs = 5000;

/** Settings and contracts that change faster than captures are stored under them: so often a capture is decided about at most. */
const mostDecisions = 8;

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

/** What is decided about an answer, or will be; undefined: nothing. */
type Deciding = ReturnType<Replies['decide']>;

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
  /** Of captures that are decided about anew: a change may come to an endpoint with thousands of them under way. */
  readonly #loopTime = new LoopTime();
  #isStopping = false;

  constructor(parts: StoringParts) {
    this.#parts = parts;
  }

  /** From now on connections close once all their requests are answered. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Settles once the request is stored and answered, or refused. Does not reject. */
  store(endpoint: KnownEndpoint, arrived: ArrivedRequest): Promise<void> {
    if (this.#isGivenUp(arrived)) {
      arrived.claim.release();
      return Promise.resolve();
    }
    try {
      const capture = this.#captureOf(endpoint, arrived);
      if (this.#parts.retention.relieved(endpoint.id) !== undefined)
        return this.#toItsEnd(arrived, this.#storeInTime(endpoint, arrived, capture));
      const deciding = this.#decide(endpoint, arrived, capture);
      return (
        this.#storeAtOnce(endpoint, arrived, capture, deciding) ??
        this.#toItsEnd(arrived, this.#store(endpoint, arrived, capture, deciding))
      );
    } catch (error) {
      return this.#toItsEnd(arrived, Promise.reject(error));
    }
  }

  /** The short way of nearly all captures, which wait for nothing but the commit; undefined if this one has to. */
  #storeAtOnce(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
    decided: Deciding,
  ): Promise<void> | undefined {
    const { store, guests, queue, parties, refusals } = this.#parts;
    if (decided instanceof Promise || decided?.drop !== undefined) return undefined;
    if (isDecidedAbout(endpoint) && decided === undefined) return undefined;
    const party = parties.of(endpoint.accountId);
    if (!guests.hasRoomFor(endpoint)) return undefined;
    if (!queue.enterAtOnce(party, capture.bodySize)) return undefined;
    const { request, response, claim } = arrived;
    arrived.isHandedOver = true;
    return store.captures.append(withDecision(capture, decided)).then(
      (stored) => {
        queue.leave(party, capture.bodySize);
        if (stored === undefined)
          return this.#toItsEnd(arrived, this.#storeAfterChange(endpoint, arrived, capture));
        claim.release();
        try {
          return this.#answer(response, stored, decided);
        } catch (error) {
          return refusals.unstored(request, response, error, capture.bodySize);
        }
      },
      (error: unknown) => {
        queue.leave(party, capture.bodySize);
        claim.release();
        refusals.unstored(request, response, error, capture.bodySize);
      },
    );
  }

  /** Answers with the error if there is one, and gives the memory of the body back. */
  async #toItsEnd(
    { request, response, body, claim }: ArrivedRequest,
    storing: Promise<void>,
  ): Promise<void> {
    try {
      await storing;
    } catch (error) {
      this.#parts.refusals.unstored(request, response, error, body.size);
    } finally {
      claim.release();
    }
  }

  async #storeInTime(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
  ): Promise<void> {
    const { retention, refusals } = this.#parts;
    const { request, response, body } = arrived;
    const relieved = retention.relieved(endpoint.id);
    if (relieved !== undefined && !(await comesSoon(relieved)))
      return refusals.refuse(request, response, 'rate_limited', undefined, body.size);
    await this.#store(endpoint, arrived, capture, this.#decide(endpoint, arrived, capture));
  }

  async #store(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
    deciding: Deciding,
  ): Promise<void> {
    if (!(await this.#storeDecided(endpoint, arrived, capture, deciding)))
      await this.#storeAfterChange(endpoint, arrived, capture);
  }

  /** Stores a capture whose endpoint is gone or has other settings than those that it was to be stored under. */
  async #storeAfterChange(
    { token }: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
  ): Promise<void> {
    const { endpoints, parties, refusals } = this.#parts;
    const { request, response } = arrived;
    for (let decisions = 1; decisions < mostDecisions; decisions++) {
      const now = await endpoints.lookUp(token);
      if (now === undefined) {
        endpoints.forget(token);
        return refusals.refuse(request, response, 'unknown_endpoint');
      }
      // What is known of the endpoint may be newer by then.
      const storeInTurn = () => {
        const its = { ...capture, endpointId: now.id };
        return this.#storeDecided(now, arrived, its, this.#decide(now, arrived, its));
      };
      if (await this.#loopTime.run(parties.of(now.accountId), storeInTurn)) return;
    }
    refusals.refuse(request, response, 'overloaded', 'unavailable', arrived.body.size);
  }

  /**
   * Stores the capture under the settings and the contract by which it is decided about, then answers. False, and nothing is done,
   * if the endpoint is gone or has others by now.
   * @param deciding began just now
   */
  async #storeDecided(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
    deciding: Deciding,
  ): Promise<boolean> {
    // The endpoint may be looked up anew meanwhile.
    const mustBeDecided = isDecidedAbout(endpoint);
    const { settingsVersion } = endpoint;
    // An answer that is decided at once is also handed over at once.
    const decided = deciding instanceof Promise ? await deciding : deciding;
    if (mustBeDecided && decided === undefined) return this.#isGivenUp(arrived);
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

  /** Begins to decide about the answer, unless that is an acknowledgement whatever the request is. */
  #decide(
    endpoint: KnownEndpoint,
    { request, body }: ArrivedRequest,
    capture: NewCapture,
  ): Deciding {
    const { replies, parties, waiting } = this.#parts;
    if (!isDecidedAbout(endpoint) && !replies.isConcernedWith(endpoint.id)) return undefined;
    let waits: WaitingRequest | undefined;
    const wait = (): WaitingRequest => {
      waits ??= waiting.enter(parties.of(endpoint.accountId), request, body.size);
      return waits;
    };
    const deciding = replies.decide(endpoint, request, capture, wait, body.watcher);
    return deciding instanceof Promise ? deciding.finally(() => waits?.leave()) : deciding;
  }

  async #append(
    endpoint: KnownEndpoint,
    arrived: ArrivedRequest,
    capture: NewCapture,
  ): Promise<AppendedCapture | undefined> {
    const { store, guests, queue, parties } = this.#parts;
    if (!guests.hasRoomFor(endpoint)) await guests.checkAgain(endpoint);
    const party = parties.of(endpoint.accountId);
    await queue.enter(party, capture.bodySize);
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

/** Whether settings or a contract say something about what comes to the endpoint. */
function isDecidedAbout({ settingsSince, contractSince }: KnownEndpoint): boolean {
  return settingsSince !== undefined || contractSince !== undefined;
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
