import type {
  AnswerPlan,
  AppendedCapture,
  ListenerWait,
  NewCapture,
  StoredContractFinding,
} from '../capture-log/captures.ts';
import type { HttpRequest, HttpResponse } from '../connections/exchange.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { WaitingRequest } from './waiting-requests.ts';

/** A capture before anything was decided about its answer. */
export type UndecidedCapture = Omit<
  NewCapture,
  'settingsVersion' | 'answering' | 'keptHeaders' | 'contract'
>;

/**
 * Decides what endpoints with settings or responders answer, compares what comes to those with contracts, and answers for them.
 * The room `replies/` does.
 */
export interface Replies {
  /** Whether an endpoint is decided about that has no settings: somebody answers its senders, or the service keeps X- headers. */
  isConcernedWith(endpointId: number): boolean;

  /**
   * Called once a body turns out to be large; undefined if nobody has to see it before it is whole.
   * @param receivedAt milliseconds since 1970
   */
  watch(endpoint: KnownEndpoint, request: HttpRequest, receivedAt: number): BodyWatcher | undefined;

  /**
   * Decides about a capture by the settings and the contract that the endpoint has by what is known of it, and by the responders.
   * Gives `undefined` if the endpoint has others by now, or none.
   * @param wait notes that the request waits for the decision: called before anything is waited for
   * @throws {StoreUnavailable} (a rejection) if the settings cannot be read
   * @throws {Overloaded} (a rejection) if the request had to give way before they were
   */
  decide(
    endpoint: KnownEndpoint,
    request: HttpRequest,
    capture: UndecidedCapture,
    wait: () => WaitingRequest,
    watcher?: BodyWatcher,
  ): Promise<DecidedReply | undefined>;
}

/** Sees a large body while it arrives, so that it is hashed by the time it is whole. It keeps none of its bytes. */
export interface BodyWatcher {
  /** The number of times that it goes through each byte. */
  readonly passes: number;
  /** Gets every byte once, in order. Never throws. */
  came(piece: Uint8Array): void;
}

/** A decision, which is to be stored together with its capture. */
export interface DecidedReply {
  /** Absent if the settings decide about no answer. */
  answering?: AnswerPlan | undefined;
  /** What is kept of the X- headers; absent if all of them are dropped. */
  xHeaders?: Pick<NewCapture, 'keptHeaders' | 'droppedHeaders'> | undefined;
  /** What was found by the contract; absent if there is none. */
  contract?: StoredContractFinding | undefined;
  /** Absent unless its sender is to wait for a responder. */
  wait?: ListenerWait;
  /** Answers the capture, which was stored just now; calls `acknowledge` when the acknowledgement is the answer. */
  answer(response: HttpResponse, stored: AppendedCapture, acknowledge: () => void): void;
  /** To be called instead if the capture was not stored. */
  drop?(): void;
}
