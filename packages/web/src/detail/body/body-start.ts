import { HookwellError } from '@hookwell/client';
import { teamId } from '../../page/team-address.ts';
import { firstBytes } from '../../request/first-bytes.ts';

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
