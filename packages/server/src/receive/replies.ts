import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answering, Appended, NewCapture } from '../capture-log/capture-log.ts';
import type { KnownEndpoint } from './known-endpoints.ts';

/** A capture before anything was decided about its answer. */
export type UndecidedCapture = Omit<NewCapture, 'settingsVersion' | 'answering'>;

/** Decides what endpoints with settings answer, and answers for them. The room `replies/` does. */
export interface Replies {
  /**
   * Decides about a capture by the settings of `endpoint.settingsVersion`; at once if that is little work. Gives
   * `undefined` if the endpoint has other settings by now, or none.
   * @throws {StoreUnavailable} (a rejection) if the settings cannot be read
   */
  decide(
    endpoint: KnownEndpoint,
    request: IncomingMessage,
    capture: UndecidedCapture,
  ): DecidedReply | Promise<DecidedReply | undefined>;
}

/** A decision, which is to be stored together with its capture. */
export interface DecidedReply {
  answering: Answering;
  /** Answers the capture, which was stored just now. False, and nothing is done, if the acknowledgement is the answer. */
  answer(response: ServerResponse, stored: Appended): boolean;
}
