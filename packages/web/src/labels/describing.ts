import { strictContentType } from '@hookwell/bodies/content-type';
import type { CapturedRequestSummary } from '@hookwell/client';
import {
  type BodyStart,
  type Description,
  describe,
  descriptionNeedsBody,
  type RequestHead,
} from '@hookwell/senders';

/** The part that knows the senders. It is loaded with the first requests of a list. */

/** The sender and the event of a captured request, as far as its head and this part of its body tell them. */
export function describeRequest(request: CapturedRequestSummary, body?: BodyStart): Description {
  return describe({ ...headOf(request), ...(body && { body }) });
}

/** Whether its body may tell more than its head. */
export function bodyMayTell(request: CapturedRequestSummary): boolean {
  return request.bodySize > 0 && descriptionNeedsBody(headOf(request));
}

function headOf({ headers, contentType, query }: CapturedRequestSummary): RequestHead {
  return {
    headers: Object.entries(headers),
    mediaType: strictContentType(contentType).mediaType,
    ...(query !== undefined && { query }),
  };
}
