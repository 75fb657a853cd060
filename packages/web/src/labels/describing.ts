import type { CapturedRequestSummary } from '@hookwell/client';
import { strictContentType } from '@hookwell/core/http/content-type';
import {
  type BodyStart,
  type DescribedHead,
  describe,
  descriptionNeedsBody,
  type RequestDescription,
} from '@hookwell/core/senders';

/** The part that knows the senders. It is loaded with the first requests of a list. */

/** The sender and the event of a captured request, as far as its head and this part of its body tell them. */
export function describeRequest(
  request: CapturedRequestSummary,
  body?: BodyStart,
): RequestDescription {
  return describe({ ...headOf(request), ...(body && { body }) });
}

/** Whether its body may tell more than its head. */
export function bodyMayTell(request: CapturedRequestSummary): boolean {
  return request.bodySize > 0 && descriptionNeedsBody(headOf(request));
}

/** So many characters of a body say what it is; white space before and between them counts as one. */
const startCharacters = 60;

/** The first characters of a body in one line; none of a body that is empty or no text. */
export function startOfBody(text = ''): string | undefined {
  const start = text.slice(0, 10 * startCharacters);
  if (binary.test(start)) return undefined;
  const characters = Array.from(start.trim().replace(/\s+/g, ' '));
  // A part of a string would keep the whole body in memory, so it is put together anew.
  const cut = characters.slice(0, startCharacters).join('');
  if (cut === '') return undefined;
  return characters.length > startCharacters ? `${cut}…` : cut;
}

/** Characters that texts do not have: what could not be decoded, and controls but for tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const binary = /[\ufffd\0-\x08\x0e-\x1a\x1c-\x1f]/;

function headOf({ headers, contentType, query }: CapturedRequestSummary): DescribedHead {
  return {
    headers: Object.entries(headers),
    mediaType: strictContentType(contentType).mediaType,
    ...(query !== undefined && { query }),
  };
}
