import { HookwellError } from '@hookwell/client';
import { joined } from './content-coding.ts';

const timeoutMs = 60_000;

/** The address of the exact bytes of a body. */
export function bodyAddress(id: number): string {
  return `/api/requests/${id}/body`;
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
  const stop = new AbortController();
  const limits = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(timeoutMs)]);
  const answer = await fetch(bodyAddress(id), { signal: limits, cache: 'no-store' }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw new HookwellError('The service could not be reached', { status: 0, cause });
    },
  );
  if (!answer.ok) {
    stop.abort();
    const { status } = answer;
    throw new HookwellError(`The service answered with status ${status}`, { status });
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  while (reader !== undefined && size < mostBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  stop.abort();
  return joined(pieces, Math.min(size, mostBytes));
}
