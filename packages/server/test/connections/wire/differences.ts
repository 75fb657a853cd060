import { namedMethods } from '../../../src/connections/answer-text.ts';
import type { Agreement } from './agreement.ts';
import type { ReadRequest } from './reading.ts';

/*
 * Every known difference between the service's own server and Node's. In none of them do the two read different requests: one of
 * them refuses, or closes, where the other goes on.
 */

/** What Node takes and the service refuses, and why no real sender is harmed. */
export const refusedByOurs: ReadonlyMap<string, string> = new Map([
  ['one more Host', 'two servers may choose different ones (RFC 9112, 3.2)'],
  ['a Host that is no host', 'the same (RFC 9112, 3.2)'],
  ['the address is neither a path nor a URL of a valid host', 'nothing is served there'],
  [
    'no HTTP version after the address',
    'HTTP/0.9 has no headers, and no answer that says what failed',
  ],
  ['the version is not HTTP/1.1 or HTTP/1.0', 'HTTP/2.0 is not sent as text'],
  ['a Content-Length that is not one number', 'a number of 20 digits is no length of a body'],
  [
    'body: the length of a chunk is no hexadecimal number',
    'nor is one past 2^53, or with 16 zeros',
  ],
  ['headersTooLarge', 'no sender has 32 KiB of headers, or 2,500'],
  [
    'body: its Transfer-Encoding does not end with chunked',
    'a list with an empty member, or chunked twice',
  ],
]);

/** What the service takes and Node refuses. */
export const refusedByNode: readonly {
  name: string;
  why: RegExp;
  of: (request: ReadRequest) => boolean;
}[] = [
  {
    name: 'any token is a method',
    why: /^HPE_INVALID_METHOD|HTTP\/2 Connection Preface$/,
    of: ({ method }) => !namedMethods.includes(method) || method === 'PRI',
  },
  {
    name: 'a target has any bytes but control characters and spaces',
    why: /^HPE_INVALID_URL/,
    of: ({ target }) => /[\x80-\xff]/.test(target),
  },
  {
    name: 'a chunk has any extensions',
    why: /chunk extensions/,
    of: isChunked,
  },
  {
    name: 'trailers that would say where the request ends are thrown away like all others',
    why: /^HPE_INVALID_(?:TRANSFER_ENCODING: (?:Empty|Invalid)|CONTENT_LENGTH)/,
    of: isChunked,
  },
  {
    name: 'tabs may stand around a coding (RFC 9110, 5.6.3)',
    why: /^HPE_INVALID_TRANSFER_ENCODING: Request has/,
    of: isChunked,
  },
];

/** Behind such a request one of them reads no more: it would close the connection. */
const closing: Readonly<Record<'ours closes' | 'node closes', (request: ReadRequest) => boolean>> =
  {
    // Node goes by the last Connection; HTTP/1.0 with chunks is closed by the service alone (RFC 9112, 6.1).
    'ours closes': (request) =>
      valuesOf(request, 'connection').some((value) => /close/i.test(value)) || isChunked(request),
    // To Node, Proxy-Connection says the same as Connection, and both do so among trailers. What comes along with an offered upgrade is dropped.
    'node closes': (request) =>
      ['proxy-connection', 'upgrade'].some((name) => valuesOf(request, name).length > 0) ||
      isChunked(request),
  };

/** What is not a known difference, as a text that says all; empty if the two agree. */
export function unknownDifference(agreement: Agreement): string {
  return isKnown(agreement) ? '' : JSON.stringify(agreement).slice(0, 2000);
}

function isKnown(agreement: Agreement): boolean {
  switch (agreement.kind) {
    case 'same':
      return true;
    case 'different':
      return isBegunPreface(agreement);
    case 'ours refuses':
      return refusedByOurs.has(agreement.why);
    case 'node refuses':
      return refusedByNode.some(({ why, of }) => why.test(agreement.why) && of(agreement.request));
    case 'ours closes':
    case 'node closes':
      return agreement.after !== undefined && closing[agreement.kind](agreement.after);
  }
}

/** To Node, PRI begins the preface of HTTP/2, for whose end it waits before it refuses it. */
function isBegunPreface({ ours, node }: Extract<Agreement, { kind: 'different' }>): boolean {
  return node.end === 'open' && ours.requests[node.requests.length]?.method === 'PRI';
}

function isChunked(request: ReadRequest): boolean {
  return valuesOf(request, 'transfer-encoding').some((value) => /chunked/i.test(value));
}

function valuesOf({ headers }: ReadRequest, name: string): string[] {
  return headers.filter(
    (_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name,
  );
}
