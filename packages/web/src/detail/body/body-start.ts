import { HookwellError } from '@hookwell/client';
import { joined } from './content-coding.ts';

/** Where the exact bytes of a body are, for downloads. */
export function bodyAddress(id: number): string {
  return `/api/requests/${id}/body`;
}

/**
 * The first bytes of a body: what is not wanted is not read.
 * @throws HookwellError as the client's calls do
 */
export async function bodyStart(
  id: number,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const stop = new AbortController();
  const limits = AbortSignal.any([signal, stop.signal, AbortSignal.timeout(60_000)]);
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
  while (reader !== undefined && size < most) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
  }
  stop.abort();
  return joined(pieces, Math.min(size, most));
}
