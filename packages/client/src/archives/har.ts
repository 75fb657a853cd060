import type { CapturedRequestWire } from '../contract/types.ts';
import { base64Of } from '../copying/copied-request.ts';
import type { ExactRequest } from '../exact/exact-request.ts';
import { percentEncodedBytes } from '../text/characters.ts';

/** The text before the entries of an archive: HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
export function harStart(version: string): string {
  const creator = JSON.stringify({ name: 'Hookwell', version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[`;
}

export const harEnd = ']}}';

/** The words of a status, as the first line of its answer has them; empty where they are not known. */
export type StatusText = (status: number) => string;

/** The status that was answered; `undefined` for a fault. */
export function statusOfAnswer(answer: string): number | undefined {
  return /^\d{3}$/.test(answer) ? Number(answer) : undefined;
}

/**
 * One entry. Of its answers the service keeps the status, and on endpoints without settings that is always 200. Facts without a field in the format have fields with an underscore, as the format prescribes.
 */
export function harEntry(
  request: ExactRequest,
  receiveBaseUrl: string,
  statusText: StatusText,
): object {
  const { id, endpointId, ipAddress, receivedAt, bodySize, droppedHeaders } = request;
  const sent = sentUrl(receiveBaseUrl, request);
  // A URL is text to other programs, so bytes past ASCII are percent-encoded, and stand as sent in a field beside it.
  const url = percentEncodedBytes(sent);
  return {
    startedDateTime: receivedAt,
    time: 0,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: cookiesIn(request),
      headers: request.headers.map(nameAndValue),
      queryString: request.query.map(nameAndValue),
      ...(bodySize === 0 ? {} : { postData: postData(request) }),
      headersSize: -1,
      bodySize,
    },
    response: responseTo(request, statusText),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    _hookwell: {
      ...{ id, endpointId, ipAddress, droppedHeaders },
      ...(url === sent ? {} : { target: request.target }),
      ...answeredPart(request),
    },
  };
}

/** A fault, which is no answer, has the status 0 and stands in the comment, as browsers export failed requests. */
function responseTo({ answer }: ExactRequest, statusText: StatusText): object {
  const status = answer === undefined ? 200 : (statusOfAnswer(answer) ?? 0);
  const isFault = status === 0;
  return {
    status,
    statusText: isFault ? '' : statusText(status),
    httpVersion: isFault ? 'unknown' : 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: -1, mimeType: answer === undefined ? 'application/json' : 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    ...(isFault ? { comment: answer } : {}),
  };
}

function answeredPart(request: ExactRequest): object {
  const { answer, answeredBy, attempt, delivery, signature, event, contract } = request;
  const compared = contract === undefined ? {} : { contract };
  if (answer === undefined) return compared;
  return { answer, answeredBy, attempt, delivery, signature, event, ...compared };
}

/** The body. The format has a field for text alone: bytes that are not that text stand in a field beside it. */
function postData({ headers, body, text, decodedText }: ExactRequest): object {
  const [, mimeType = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const isExact = text !== undefined && decodedText === undefined;
  return {
    mimeType,
    text: decodedText ?? text ?? '',
    ...(isExact ? {} : { _base64: base64Of(body) }),
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

/** The absolute URL that a captured request was sent to; the public address may have a path in front. */
export function sentUrl(
  receiveBaseUrl: string,
  { target }: Pick<CapturedRequestWire, 'target'>,
): string {
  // A target in absolute form (RFC 9112, section 3.2.2) has an address of its own.
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return receiveBaseUrl.replace(/\/$/, '') + path;
}
