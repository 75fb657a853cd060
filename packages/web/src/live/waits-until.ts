import type { CapturedRequestSummary, StreamedSummary } from '@hookwell/client';

/** Senders wait at most 25 seconds for a listener; the rest is for the way. */
const longestWaitMs = 28_000;

/** A captured request as the live stream told of it. */
export type Arrival = CapturedRequestSummary & {
  /** When its sender will not wait for a listener any more, in milliseconds since 1970; absent if it never did. */
  waitsUntil?: number;
};

/** The live stream says that a sender waits, but not how long: clocks of service and browser may differ. */
export function arrivalOf(streamed: StreamedSummary, now = Date.now()): Arrival {
  return streamed.waiting ? { ...streamed, waitsUntil: now + longestWaitMs } : streamed;
}

export function waitsUntilOf(request: CapturedRequestSummary): number | undefined {
  const { waitsUntil }: Arrival = request;
  return waitsUntil;
}
