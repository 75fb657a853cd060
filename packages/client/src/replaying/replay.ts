import { pathAt } from '../copying/copied-request.ts';
import type { ExactRequest, SeenRequest } from '../exact/exact-request.ts';
import type { CallOptions } from '../http/caller.ts';
import { Limit } from '../http/patience.ts';
import { percentEncodedBytes } from '../text/characters.ts';
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

/** The outcome of sending a request once. */
export interface ReplayedRequest {
  /** The id of the captured request. */
  id: number;
  /** The status of the target's answer, if there was a whole one. */
  status?: number;
  /** Why there was none. */
  error?: string;
  /** The time from sending it to the end of the answer. */
  milliseconds: number;
}

export interface Sending {
  /** The longest time to the end of the answer. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Sends a captured request to a target. Rejects with the signal's reason once the signal is aborted; any other failure
 * is an outcome.
 */
export async function sendOnce(
  target: URL,
  request: ExactRequest,
  { timeoutMs, signal }: Sending,
): Promise<ReplayedRequest> {
  const limit = new Limit(signal);
  limit.expect(timeoutMs);
  const began = performance.now();
  const outcome = async () => {
    try {
      const url =
        target.origin + percentEncodedBytes(pathAt(target, request.path ?? '', request.target));
      const answer = await fetch(url, { ...portable(request), signal: limit.signal });
      await readToEnd(answer);
      return { status: answer.status };
    } catch (error) {
      signal?.throwIfAborted();
      return { error: limit.signal.aborted ? `no answer in ${timeoutMs} ms` : sentenceOf(error) };
    }
  };
  try {
    const result = await outcome();
    return { id: request.id, ...result, milliseconds: Math.round(performance.now() - began) };
  } finally {
    limit.end();
  }
}

/** Headers that `fetch` sets by itself, or that belong to the connection on which they came. */
const notPortable: ReadonlySet<string> = new Set([
  ...[
    'host',
    'content-length',
    'transfer-encoding',
    'connection',
    'keep-alive',
    'proxy-connection',
  ],
  ...['expect', 'te', 'trailer', 'upgrade'],
]);

/**
 * The request as `fetch` can send it: it writes some methods in capitals, `get` as `GET`.
 * @throws {TypeError} if it has a body that `fetch` does not send
 */
function portable({ method, headers, body }: ExactRequest): RequestInit {
  const hasBody = body.length > 0;
  if (hasBody && /^(get|head)$/i.test(method)) {
    throw new TypeError(`fetch sends no body with ${method}`);
  }
  const kept = headers.filter(([name]) => !notPortable.has(name.toLowerCase()));
  return {
    method,
    headers: kept,
    ...(hasBody ? { body } : {}),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  };
}

/** Reads an answer and keeps nothing of it, however long it is. */
async function readToEnd({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
}

/** The message of the error underneath: that of `fetch` itself says only that it failed. */
function sentenceOf(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause;
  if (!(deepest instanceof Error)) return String(deepest);
  const code = 'code' in deepest ? String(deepest.code) : '';
  return deepest.message || code || deepest.name;
}
