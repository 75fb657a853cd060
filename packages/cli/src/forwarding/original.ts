import type { HookwellClient } from '@hookwell/client';
import { pathAt } from '@hookwell/client/copying';
import { backoff, patiently } from '@hookwell/client/patience';
import type { OutgoingRequest } from '../sending/sender.ts';
import { retryAfterOf, statusOf } from '../service/service-failure.ts';

/** The known parts of a captured request before it is fetched. */
export interface Captured {
  id: number;
  method: string;
  path?: string;
  headers: Readonly<Record<string, string>>;
  /** The body as text. */
  body?: string;
  bodySize?: number;
}

/** A captured request as it was sent, directed to a target. */
interface Original extends OutgoingRequest {
  /** The number of its headers that were dropped. */
  droppedHeaders: number;
  /** Its path and query at another address. */
  pathAt(address: URL): string;
}

/**
 * The captured request as it was sent, byte for byte, directed to the target. Waits for a service that is away.
 * @throws {HookwellError} 404 if it was deleted meanwhile
 * @throws {TypeError} if its path leads out of the target
 */
export async function originalFor(
  target: URL,
  captured: Captured,
  client: HookwellClient,
  signal: AbortSignal,
): Promise<Original> {
  const { id, method, path = '' } = captured;
  const options = { signal, retries: 0 };
  const fetched = () => whileServiceIsAway(() => client.requests.body(id, options), signal);
  const plain = plainBody(captured);
  const [{ target: sent, headers, bodySize, droppedHeaders }, bytes] = await Promise.all([
    whileServiceIsAway(() => client.requests.wire(id, options), signal),
    plain ?? fetched(),
  ]);
  const body = bytes.length === bodySize ? bytes : await fetched();
  const at = (address: URL) => pathAt(address, path, sent);
  return { method, path: at(target), headers, body, droppedHeaders, pathAt: at };
}

/**
 * The bytes of a body whose text is pure ASCII, so that they need no fetching. They are the sent bytes if their
 * number is the same: charsets in which ASCII text has other bytes (UTF-16, ISO-2022-JP) use more of them.
 */
function plainBody({ headers, body, bodySize }: Captured): Uint8Array | undefined {
  if (bodySize === 0) return new Uint8Array();
  // The text of a compressed body is not the sent body.
  if (body === undefined || Object.hasOwn(headers, 'content-encoding')) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is all of ASCII
  return /^[\x00-\x7f]*$/.test(body) ? Buffer.from(body, 'latin1') : undefined;
}

const passingStatuses: ReadonlySet<number | undefined> = new Set([0, 429, 502, 503, 504]);
const pauses = { firstMs: 250, longestMs: 5000 };

/**
 * Repeats the call until the service answers, however long it is away. Any other failure is thrown at once.
 * Rejects with the signal's reason once the signal is aborted.
 */
export async function whileServiceIsAway<Result>(
  call: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return await patiently(call, pauseAfter, signal);
}

/** The pause after a failed attempt in milliseconds, if the service or its proxy may answer later. */
function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!passingStatuses.has(statusOf(error))) return undefined;
  const askedMs = (retryAfterOf(error) ?? 0) * 1000;
  return Math.max(askedMs, backoff(failures, pauses));
}
