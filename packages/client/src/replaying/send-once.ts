import { pathAt } from '../copying/path-at.ts';
import type { ExactRequest } from '../exact/exact-request.ts';
import { Limit } from '../http/limit.ts';
import { percentEncodedBytes } from '../text/byte-characters.ts';

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
