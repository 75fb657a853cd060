import { HookwellError } from '@hookwell/client';
import { teamId } from '../page/this-page.ts';

export interface FirstBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the stream has no more than these. */
  isWhole: boolean;
}

/**
 * Reads a stream up to so many bytes, and drops the rest.
 * @param keepsBroken gives what came of a stream before it broke; else its failure is thrown
 */
export async function firstBytes(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes: number,
  { keepsBroken = false } = {},
): Promise<FirstBytes> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  let isWhole = reader === undefined;
  try {
    while (reader !== undefined && size <= mostBytes) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) break;
      pieces.push(value);
      size += value.length;
    }
    if (!isWhole) await reader?.cancel();
  } catch (error) {
    if (!keepsBroken) throw error;
  }
  const bytes = joined(pieces, Math.min(size, mostBytes));
  return { bytes, isWhole: isWhole && size <= mostBytes };
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let position = 0;
  for (const piece of pieces) {
    const fitting = piece.subarray(0, size - position);
    whole.set(fitting, position);
    position += fitting.length;
  }
  return whole;
}

/** The text whose bytes in UTF-8 are these, a byte order mark kept; `undefined` if they are not UTF-8. */
export function textInUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const timeoutMs = 60_000;

/** The address of the exact bytes of a body. */
export function bodyAddress(id: number): string {
  return `/api/requests/${id}/body${teamId === undefined ? '' : `?account=${teamId}`}`;
}

/**
 * Reads only the first bytes of a body.
 * @throws {HookwellError} if the service cannot be reached, or answers with an error
 */
export async function bodyStart(
  id: number,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const answer = await fetch(bodyAddress(id), { signal: limits, cache: 'no-store' }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw new HookwellError('The service could not be reached', { status: 0, cause });
    },
  );
  const { ok, status, body } = answer;
  if (!ok) {
    void body?.cancel();
    throw new HookwellError(`The service answered with status ${status}`, { status });
  }
  return (await firstBytes(body, mostBytes)).bytes;
}
