import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import type { CallOptions } from '../http/caller.ts';
import { type ReplayedRequest, sendOnce } from './send-once.ts';
import { planSends, type ReplayFaults } from './send-plan.ts';

export interface ReplayOptions extends ReplayFaults {
  /** The longest time that the target may take to answer, in milliseconds: 30,000. */
  timeout?: number | undefined;
  /** Ends the replay, which then rejects with the signal's reason; the target may have got the last request. */
  signal?: AbortSignal | undefined;
}

/** The counts of a replay. */
export interface Replay {
  /** The same seed with the same requests and faults does the same again. */
  seed: number;
  /** The number of times that a request was sent. */
  sent: number;
  /** The number of these that sent a request again. */
  duplicated: number;
  /** The number of requests that were left out. */
  dropped: number;
  /** The outcomes in the order of sending. */
  answers: ReplayedRequest[];
}

/** A captured request in any form, or its id. */
export type Replayable = number | SeenRequest | ExactRequest;

/** Reads captured requests as they were sent. */
export interface ExactReader {
  exact(request: number | SeenRequest, options?: CallOptions): Promise<ExactRequest>;
}

/**
 * Sends captured requests to a target, one after the other, with the faults that a sender may make.
 * @throws {RangeError} if a fault is out of its range
 * @throws {TypeError} if the target is no address
 * @throws {HookwellError} if a request cannot be read
 */
export async function replay(
  reader: ExactReader,
  requests: Iterable<Replayable>,
  target: string | URL,
  { timeout: timeoutMs = 30_000, signal, ...faults }: ReplayOptions = {},
): Promise<Replay> {
  const all = [...requests];
  const address = targetAddress(target);
  const { order, dropped, seed } = planSends(all.length, faults);
  const answers: ReplayedRequest[] = [];
  for (const place of order) {
    signal?.throwIfAborted();
    // The place stands in the plan, so there is a request.
    const request = await exactOf(reader, all[place] as Replayable, signal);
    answers.push(await sendOnce(address, request, { timeoutMs, signal }));
  }
  const requestsSent = all.length - dropped.length;
  const duplicated = order.length - requestsSent;
  return { seed, sent: order.length, duplicated, dropped: dropped.length, answers };
}

async function exactOf(
  reader: ExactReader,
  request: Replayable,
  signal: AbortSignal | undefined,
): Promise<ExactRequest> {
  if (typeof request === 'object' && 'target' in request) return request;
  return await reader.exact(request, { signal });
}

function targetAddress(target: string | URL): URL {
  const address = new URL(target);
  if (/^https?:$/.test(address.protocol)) return address;
  throw new TypeError(`"${address.href}" is no target: it must begin with http:// or https://`);
}
