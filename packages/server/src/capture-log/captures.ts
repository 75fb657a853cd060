/** A captured request as it was sent, without its body. */
export interface CaptureFields {
  endpointId: number;
  /** Milliseconds since 1970. */
  receivedAt: number;
  method: string;
  /** Path and query as sent. */
  target: string;
  /** A JSON array `[name, value, name, value, …]` in the order and case as sent, without X- headers. */
  headers: string;
  /** The number of X- headers that were dropped, and not kept apart. */
  droppedHeaders: number;
  ipAddress: string;
  /** The bytes of the body. */
  bodySize: number;
}

/** A capture as the receive plane hands it over: nothing is derived from it yet. */
export interface NewCapture extends CaptureFields {
  /** The X- headers that its endpoint keeps, as JSON text (`sent-request/head.ts`); absent if there are none. */
  keptHeaders?: string;
  /** What was found by the contract of its endpoint; absent if that has none. */
  contract?: StoredContractFinding;
  /** The version of the settings and the contract that it was decided about by; 0 if the endpoint never had any. */
  settingsVersion: number;
  /** Absent on endpoints without settings. */
  answering?: AnswerPlan | undefined;
  /** Absent unless its sender is to wait for the answer of a listener. */
  wait?: ListenerWait | undefined;
  /** The body's bytes in the pieces in which they arrived; never changed after this call. */
  body: readonly Uint8Array[];
}

/** A capture as the log gives it back. `body` is absent if the read asked for none, or only for smaller ones. */
export interface StoredCapture extends CaptureFields {
  id: number;
  body?: Uint8Array;
  /** The X- headers that its endpoint kept. Absent if there are none, or the read did not ask for them. */
  keptHeaders?: string;
  /** Absent if its endpoint had no settings when it arrived. */
  answered?: StoredAnswer;
  /** Absent unless its sender waits for the answer of a listener, or one gave it. */
  listener?: StoredListenerAnswer;
  /** Absent if its endpoint had no contract when it arrived. */
  contract?: StoredContractFinding;
}

/** What was found about a capture by the contract of its endpoint. */
export interface StoredContractFinding {
  /** That of the finding. */
  verdict: string;
  /** A `ContractFinding` in JSON: of ASCII, or at least without U+0000 and halves of pairs. */
  finding: string;
}

/** A sender that waits for the answer of a listener, stored with its capture. */
export interface ListenerWait {
  /** The node that has the sender's connection. */
  node: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** The stored fields of a wait for a listener, or of its answer. */
export interface StoredListenerAnswer {
  /** The status that the listener answered; absent while the sender waits. */
  answer?: string;
  /** Milliseconds since 1970. */
  waitsUntil: number;
}

/** A capture just stored. */
export interface AppendedCapture {
  id: number;
  /** The number of the attempt, if the capture came with `answering`. */
  attempt?: number;
}

/**
 * The facts about a capture on an endpoint with settings before it is stored: all but the number of its attempt. In
 * the log U+FFFD stands for U+0000 and for half a pair of surrogates.
 */
export interface AnswerPlan {
  /** The same for all attempts of a delivery of its endpoint, and for no other capture there. */
  delivery: string;
  /** The answers to the attempts from 1 on, at most 100; the last one is for all further attempts. */
  answers: readonly PlannedAnswer[];
  /** SHA-256 of the body, in hex. */
  bodyHash: string;
  /** A keyed hash of the sender's own id, in hex. */
  idHash?: string | undefined;
  /** The sender's name for the event. */
  event?: string | undefined;
  /** JSON text; see `pendingSignature` if its cause is still looked for. */
  signature?: string | undefined;
  /** That of `signature`, if the endpoint verifies its requests. */
  verdict?: string | undefined;
}

/** The answer to an attempt. */
export interface PlannedAnswer {
  /** As it is stored: `429`, `timeout 10s`, `reset`, `truncate 100`. */
  answer: string;
  /** The Retry-After of the answer, in seconds. */
  retryAfter?: number;
}

/** The stored fields of a capture's answer, on endpoints with settings. */
export interface StoredAnswer {
  delivery: string;
  /** From 1. */
  attempt: number;
  /** A status, or a fault as it was written in the settings. */
  answer: string;
  /** The answer was sent before its time, so many milliseconds after the commit; absent if it was not. */
  cutShortAfter?: number;
  /** Absent if its endpoint verified no requests when it arrived. */
  verified?: StoredVerdict;
}

/** The stored fields of a capture's signature, on endpoints that verify their requests. */
export interface StoredVerdict {
  verdict: string;
  /** JSON text, to be shown by `shownSignature`. */
  signature: string;
  /** The sender's name for the event, by its scheme. */
  event?: string;
}

/** A capture before it is evaluated. */
export type UnevaluatedCapture = Omit<
  NewCapture,
  'settingsVersion' | 'answering' | 'keptHeaders' | 'contract'
>;
