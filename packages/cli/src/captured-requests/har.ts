import type { ExactRequest } from '@hookwell/client';
import { sentUrl } from '../service/receive-addresses.ts';

/** The text before the entries of an archive: HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export function harStart(version: string): string {
  const creator = JSON.stringify({ name: 'Hookwell', version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[`;
}

export const harEnd = ']}}';

/**
 * One entry. The service does not keep its answers: the answer is given as the 200 that a captured request
 * always gets. Facts without a field in the format have fields with an underscore, as the format prescribes.
 */
export function harEntry(request: ExactRequest, receiveBaseUrl: string): object {
  const { id, endpointId, ipAddress, receivedAt, bodySize, droppedHeaders } = request;
  return {
    startedDateTime: receivedAt,
    time: 0,
    request: {
      method: request.method,
      url: sentUrl(receiveBaseUrl, request),
      httpVersion: 'HTTP/1.1',
      cookies: cookiesIn(request),
      headers: request.headers.map(nameAndValue),
      queryString: request.query.map(nameAndValue),
      ...(bodySize === 0 ? {} : { postData: postData(request) }),
      headersSize: -1,
      bodySize,
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
    _hookwell: { id, endpointId, ipAddress, droppedHeaders },
  };
}

/** The body. The format has a field for text alone: bytes that are not that text stand in a field beside it. */
function postData({ headers, body, text, decodedText }: ExactRequest): object {
  const [, mimeType = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const isExact = text !== undefined && decodedText === undefined;
  return {
    mimeType,
    text: decodedText ?? text ?? '',
    ...(isExact ? {} : { _base64: Buffer.from(body).toString('base64') }),
  };
}

interface NameAndValue {
  name: string;
  value: string;
}

function nameAndValue([name, value]: readonly [string, string]): NameAndValue {
  return { name, value };
}

function cookiesIn({ headers }: ExactRequest): NameAndValue[] {
  const lists = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  const pairs = lists.flatMap(([, list]) => list.split(';')).map((pair) => pair.trim());
  return pairs.filter(Boolean).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
}
