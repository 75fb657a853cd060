import type { CapturedRequest, CapturedRequestWire } from '@hookwell/client';

/** A captured request with what its entry in an HTTP archive needs beside. */
export interface ExactRequest {
  request: CapturedRequest;
  wire: CapturedRequestWire;
  /** The absolute URL that it was sent to. */
  url: string;
  /** The bytes of its body, where its text does not tell them. */
  bytes: Uint8Array | undefined;
}

/** What stands before the entries of an archive: HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export function harStart(version: string): string {
  const creator = JSON.stringify({ name: 'Hookwell', version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[`;
}

export const harEnd = ']}}';

/**
 * One entry. The answer is not kept: it is given as the 200 that a captured request always gets. What
 * the format has no place for stands in fields with an underscore, as it wants them.
 */
export function harEntry({ request, wire, url, bytes }: ExactRequest): object {
  const { id, endpointId, ipAddress, receivedAt } = request;
  return {
    startedDateTime: receivedAt,
    time: 0,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: cookiesIn(wire),
      headers: wire.headers.map(([name, value]) => ({ name, value })),
      queryString: queryIn(wire),
      ...(wire.bodySize === 0 ? {} : { postData: postData(request, bytes) }),
      headersSize: -1,
      bodySize: wire.bodySize,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: -1, mimeType: 'application/json' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    _hookwell: { id, endpointId, ipAddress, droppedHeaders: wire.droppedHeaders },
  };
}

/** Whether the text of the body, in UTF-8, is its bytes. */
export function isExactText(
  { headers, body }: CapturedRequest,
  wire: CapturedRequestWire,
): boolean {
  if ('content-encoding' in headers || body.raw.includes('\ufffd')) return false;
  return Buffer.byteLength(body.raw) === wire.bodySize;
}

function postData({ headers, body }: CapturedRequest, bytes: Uint8Array | undefined): object {
  const base64 = bytes === undefined ? undefined : Buffer.from(bytes).toString('base64');
  return {
    mimeType: headers['content-type'] ?? '',
    text: body.raw,
    ...(base64 === undefined ? {} : { _base64: base64 }),
  };
}

interface NameAndValue {
  name: string;
  value: string;
}

function queryIn({ target }: CapturedRequestWire): NameAndValue[] {
  const query = target.split('?').slice(1).join('?');
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}

function cookiesIn({ headers }: CapturedRequestWire): NameAndValue[] {
  const lists = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  const pairs = lists.flatMap(([, list]) => list.split(';')).map((pair) => pair.trim());
  return pairs.filter(Boolean).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
}
