import type { HookwellClient, SignatureFinding } from '@hookwell/client';
import { sentUrl } from '@hookwell/client/archives';
import { orNoRequest } from '../service/removed-requests.ts';
import type { ChosenScheme } from './chosen-scheme.ts';
import type { SignedRequest } from './verify-request.ts';

/** A captured request with what is left of it to verify. */
export interface CapturedSigned extends SignedRequest {
  id: number;
  receivedAt: number;
  /** The verdict when it arrived, if its endpoint verified it. */
  onArrival: SignatureFinding | undefined;
}

/** @throws {CommandFailure} if no request has the id */
export async function capturedSigned(id: number, client: HookwellClient): Promise<CapturedSigned> {
  const [exact, { receiveBaseUrl }] = await Promise.all([
    orNoRequest(client.requests.exact(id), id, client),
    client.service.get(),
  ]);
  const { method, headers, body, receivedAt, signature, droppedHeaders } = exact;
  return {
    ...{ id, method, url: sentUrl(receiveBaseUrl, exact), headers: headers.flat(), body },
    ...{ receivedAt: Date.parse(receivedAt), onArrival: signature, droppedHeaders },
  };
}

/** The header of a scheme that the request lacks, and may have had: it lost some whose names begin with `X-`. */
export function headerNotStored(
  { headers: pairs, droppedHeaders = 0 }: SignedRequest,
  { scheme, settings }: ChosenScheme,
): string | undefined {
  if (droppedHeaders === 0) return undefined;
  const there = new Set(
    pairs.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
  );
  const own = [settings.header, settings.timestampHeader, settings.idHeader];
  const headers = [...scheme.headers, ...own.filter((name) => name !== undefined)];
  return headers.find((name) => /^x-/i.test(name) && !there.has(name.toLowerCase()));
}

/** Why the signature of a request cannot be verified any more, without an end. */
function notStored(header: string): string {
  return `Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was ${header}`;
}

/**
 * The finding on a request of an archive whose signature was dropped before it was stored. What the archive says of it is
 * told; anybody can write an archive.
 */
export function findingOfArchive(
  { arrivalVerdict }: { arrivalVerdict?: string },
  scheme: string,
  header: string,
): SignatureFinding {
  const arrival =
    arrivalVerdict === undefined
      ? ''
      : ` The archive says that it was ${arrivalVerdict} when it came.`;
  return { scheme, verdict: 'unverifiable', reason: `${notStored(header)}.${arrival}` };
}

/** The finding on a request whose signature was dropped: that on arrival, with the reason why there is no other. */
export function findingOnArrival(
  { onArrival }: CapturedSigned,
  scheme: string,
  header: string,
): SignatureFinding {
  const why = notStored(header);
  if (onArrival === undefined) {
    const reason = `${why}. Its endpoint verified no signatures when it came.`;
    return { scheme, verdict: 'unverifiable', reason };
  }
  const { reason: found } = onArrival;
  const reason = `${why}; this is the verdict from when it came.`;
  return { ...onArrival, reason: found === undefined ? reason : `${found} ${reason}` };
}
