import type { HookwellClient, SignatureFinding } from '@hookwell/client';
import { sentUrl } from '@hookwell/client/archives';
import { orNoRequest } from '../service/removed-requests.ts';
import type { ChosenScheme } from './chosen-scheme.ts';
import { RequestVerifier, type SignedRequest, type VerifierOptions } from './verify-request.ts';

/** A captured request with what was found of its signature. */
export interface VerifiedCapture {
  method: string;
  /** The URL that it was sent to. */
  url: string;
  signature: SignatureFinding;
}

/**
 * Verifies a captured request. If its signature stood in a header that is not stored, the finding is the one from when it came.
 * @throws {CommandFailure} if no request has the id
 */
export async function verifiedCapture(
  id: number,
  client: HookwellClient,
  options: VerifierOptions,
): Promise<VerifiedCapture> {
  const [exact, { receiveBaseUrl }] = await Promise.all([
    orNoRequest(client.requests.exact(id), id, client),
    client.service.get(),
  ]);
  const { method, headers, body, receivedAt, signature: onArrival, droppedHeaders } = exact;
  const url = sentUrl(receiveBaseUrl, exact);
  const request = {
    ...{ method, url, headers: headers.flat(), body, droppedHeaders },
    receivedAt: Date.parse(receivedAt),
  };
  const found = await new RequestVerifier(options).verify(request);
  const header = found.verdict === 'valid' ? undefined : headerNotStored(request, options);
  const { scheme } = options.settings;
  const signature = header === undefined ? found : findingOnArrival(onArrival, scheme, header);
  return { method, url, signature };
}

/** The header of a scheme that the request lacks, and may have had: it lost some whose names begin with `X-`. */
function headerNotStored(
  { headers: pairs, droppedHeaders }: SignedRequest,
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

/** The finding on a request whose signature was dropped: that on arrival, with the reason why there is no other. */
function findingOnArrival(
  onArrival: SignatureFinding | undefined,
  scheme: string,
  header: string,
): SignatureFinding {
  const why = `Headers whose names begin with X- are dropped unless the settings of the endpoint keep them ("xHeaders": "keep"), and so was ${header}`;
  if (onArrival === undefined) {
    const reason = `${why}. Its endpoint verified no signatures when it came.`;
    return { scheme, verdict: 'unverifiable', reason };
  }
  const { reason: found } = onArrival;
  const reason = `${why}; this is the verdict from when it came.`;
  return { ...onArrival, reason: found === undefined ? reason : `${found} ${reason}` };
}
