import type { ArchivedRequest } from '@hookwell/client/archives';
import type { SignedRequest } from './verify-request.ts';

/** A request in an archive. */
export interface ArchivedSigned extends SignedRequest {
  /** The verdict when it arrived, as an archive of this service says. */
  arrivalVerdict?: string;
}

/** The request of an archive with what its signature may be made of. */
export function signedRequest(request: ArchivedRequest): ArchivedSigned {
  const { method, url, headers, body, receivedAt, doubt, own = {} } = request;
  const { droppedHeaders, verdict } = own;
  return {
    ...{ method, url, headers: headers.flat(), body, receivedAt },
    ...(doubt !== undefined && { doubt }),
    ...(droppedHeaders !== undefined && { droppedHeaders }),
    // Anybody can write an archive: only a word is shown.
    ...(verdict !== undefined && /^[a-z]{1,20}$/.test(verdict) && { arrivalVerdict: verdict }),
  };
}
