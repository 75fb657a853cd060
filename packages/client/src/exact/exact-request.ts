import { type MatchableRequest, queryPairs as pairsOf, textOfBytes } from '@hookwell/core/match';
import type { StreamedRequest, StreamedSummary } from '../calls/requests.ts';
import type {
  CapturedRequest,
  CapturedRequestSummary,
  CapturedRequestWire,
  ContractFinding,
  SignatureFinding,
} from '../contract/types.ts';
import type { HttpResponse } from '../http/answer.ts';
import type { Caller, CallOptions } from '../http/caller.ts';
import { HookwellError } from '../http/error.ts';
import { textInUtf8 } from '../text/characters.ts';

/** A captured request as it was sent, but for headers that were dropped: those whose names begin with `X-`, unless the endpoint keeps them. */
export interface ExactRequest {
  id: number;
  endpointId: number;
  receivedAt: string;
  ipAddress: string;
  method: string;
  /** Path and query as sent. Here and in headers each character stands for one byte (latin1). */
  target: string;
  /** The path after the token, as sent; absent if there was none. */
  path?: string;
  /** The decoded parameters of the query, in their order, with every repeat. */
  query: [name: string, value: string][];
  /** The headers in the order, case and number sent, with those beginning with `X-` that the endpoint keeps. */
  headers: [name: string, value: string][];
  /** The number of headers that are missing: their names begin with `X-`, and they were not kept. */
  droppedHeaders: number;
  /** The number of bytes that arrived. */
  bodySize: number;
  /** The bytes themselves, with their content codings. */
  body: Uint8Array<ArrayBuffer>;
  /** The body as text, if its bytes are text in UTF-8. */
  text?: string;
  /**
   * The text that the service decodes from a body with a content coding or in another charset, if it is text of
   * at most 1 MiB.
   */
  decodedText?: string;
  /** The same in all attempts of a delivery; like `attempt`, only on endpoints with settings. */
  delivery?: string;
  /** The number of this attempt within its delivery. */
  attempt?: number;
  /**
   * The reply that was chosen: a status, or a fault as it was written, such as `timeout 10s`. Only on endpoints with settings,
   * and where a listener answered.
   */
  answer?: string;
  /** A listener gave the answer. */
  answeredBy?: 'listener';
  /** Its sender waits for the answer of a listener: in a request that was read from a live stream. */
  waiting?: true;
  /** The outcome of verifying it; like `event`, only on endpoints that verify signatures. */
  signature?: SignatureFinding;
  /** The sender's name for what happened, by its signature scheme. */
  event?: string;
  /** Whether the body fits the contract. Only on endpoints with one. */
  contract?: ContractFinding;
}

/** A captured request as lists and streams have it, whole or as a summary. */
export type SeenRequest =
  | CapturedRequest
  | CapturedRequestSummary
  | StreamedRequest
  | StreamedSummary;

/** Looks up the missing parts of a captured request; see `RequestCalls.exact`. */
export async function exactRequest(
  caller: Caller,
  request: number | SeenRequest,
  options: CallOptions | undefined,
): Promise<ExactRequest> {
  const seen = typeof request === 'number' ? await summaryOf(caller, request, options) : request;
  const { id, endpointId, receivedAt, ipAddress, method, path } = seen;
  const shown = shownText(seen);
  const at = { path: { id } };
  const fetched = () =>
    caller.read('getRequestBody', at, options, async (answer) => await answer.bytes());
  const mayHaveBody = !('bodySize' in seen) || seen.bodySize > 0;
  const [wire, early] = await Promise.all([
    caller.json('getRequestWire', at, options),
    shown === undefined && mayHaveBody ? fetched() : undefined,
  ]);
  const known = shown === undefined ? early : bytesOfShown(shown, wire);
  const body = wire.bodySize === 0 ? new Uint8Array() : (known ?? (await fetched()));
  const text = textInUtf8(body);
  const decodedText = isDecoded(wire)
    ? decoded(shown ?? (await readShownText(caller, id, options)))
    : undefined;
  return {
    ...{ id, endpointId, receivedAt, ipAddress, method, target: wire.target },
    ...(path === undefined ? {} : { path }),
    query: queryPairs(wire.target),
    headers: wire.headers,
    droppedHeaders: wire.droppedHeaders,
    bodySize: wire.bodySize,
    body,
    ...(text === undefined ? {} : { text }),
    ...(decodedText === undefined || decodedText === text ? {} : { decodedText }),
    ...answeredPart(seen),
  };
}

function answeredPart(seen: SeenRequest): Partial<ExactRequest> {
  const { delivery, attempt, answer, answeredBy, signature, event, contract } = seen;
  const isWaiting = 'waiting' in seen && seen.waiting === true;
  return {
    ...(delivery === undefined ? {} : { delivery }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(answer === undefined ? {} : { answer }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(isWaiting ? { waiting: true } : {}),
    ...(signature === undefined ? {} : { signature }),
    ...(event === undefined ? {} : { event }),
    ...(contract === undefined ? {} : { contract }),
  };
}

/**
 * The request without its body.
 * @throws {HookwellError} 404 if no request has the id
 */
async function summaryOf(
  caller: Caller,
  id: number,
  options: CallOptions | undefined,
): Promise<CapturedRequestSummary> {
  const query = { after: id - 1, before: id + 1, limit: 1, view: 'summary' };
  const found = await caller.read('listRequests', { path: {}, query }, options, async (answer) => {
    // The contract says that every item is in the view of the query.
    const [summary] = (await answer.json()) as CapturedRequestSummary[];
    return summary;
  });
  if (found === undefined) throw new HookwellError('Not found', { status: 404 });
  return found;
}

function shownText(seen: SeenRequest): string | undefined {
  if (!('body' in seen)) return undefined;
  return typeof seen.body === 'string' ? seen.body : seen.body.raw;
}

/** A text that the service has decoded is shown up to this size. */
const mostTextBytes = 1024 * 1024;

/**
 * No answer with such a text is longer: it has the text twice at most, and at worst each of its bytes as an escape of
 * six characters.
 */
const mostAnswerBytes = 8 * 1024 * 1024;

/** The text, unless it has undecodable characters or is too long to be shown. */
export function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text.length > mostTextBytes || text.includes('\ufffd'))
    return undefined;
  return new TextEncoder().encode(text).length > mostTextBytes ? undefined : text;
}

/** The text that the service shows of a body; `undefined` if it is long: a few bytes can become very many. */
async function readShownText(
  caller: Caller,
  id: number,
  options: CallOptions | undefined,
): Promise<string | undefined> {
  const json = await caller.read('getRequest', { path: { id } }, options, shortText);
  // The contract gives the type of the answer, which is not checked again.
  return json === undefined ? undefined : (JSON.parse(json) as CapturedRequest).body.raw;
}

async function shortText(answer: HttpResponse): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of answer.pieces()) {
    size += piece.length;
    if (size > mostAnswerBytes) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** The media type and its parameters, as sent; empty if there are none. */
function contentTypeOf(headers: CapturedRequestWire['headers']): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** A type, a slash and a subtype before any parameters (WHATWG MIME Sniffing, section 4.4). */
const wellFormed = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;|$)/;

/** The media type in lower case, without parameters; empty if none was sent, or a malformed one. */
export function mediaTypeOf(headers: CapturedRequestWire['headers']): string {
  return wellFormed.exec(contentTypeOf(headers))?.[1]?.toLowerCase() ?? '';
}

/** Whether the service undoes a content coding, or decodes a charset other than UTF-8, to show the body. */
function isDecoded(wire: CapturedRequestWire): boolean {
  if (wire.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return true;
  // XML may say its charset in its first line.
  return /charset|xml/i.test(contentTypeOf(wire.headers).replace(/charset="?utf-8"?/i, ''));
}

/**
 * The bytes of a body whose shown text is known; `undefined` if they may differ from that text in UTF-8.
 */
function bytesOfShown(
  text: string,
  wire: CapturedRequestWire,
): Uint8Array<ArrayBuffer> | undefined {
  // U+FFFD stands for bytes that are not text.
  if (isDecoded(wire) || text.includes('\ufffd')) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length === wire.bodySize ? bytes : undefined;
}

/** A captured request as a match looks at it, without its body. Unless its event is stored, the service alone knows it. */
export function matchableRequest(
  request: StreamedRequest,
  { target, headers, bodySize }: Pick<CapturedRequestWire, 'target' | 'headers' | 'bodySize'>,
): MatchableRequest {
  const { id, method, path = '', ipAddress, receivedAt } = request;
  const { answer, attempt, delivery, signature, event, contract } = request;
  return {
    ...{ id, method, path, ipAddress, headers, bodySize },
    query: queryOf(target),
    receivedAt: Date.parse(receivedAt),
    mediaType: mediaTypeOf(headers),
    ...{ answer, attempt, delivery, event },
    ...{ signature: signature?.verdict, contract: contract?.verdict },
  };
}

/**
 * The same as far as the captured request itself tells it: of a repeated header its joined values, and of a repeated
 * query name the last value.
 */
export function matchableAsShown(request: StreamedRequest): MatchableRequest {
  const query = new URLSearchParams(request.queryParams).toString();
  return matchableRequest(request, {
    target: `?${query}`,
    headers: Object.entries(request.headers),
    bodySize: new TextEncoder().encode(request.body).length,
  });
}

export { decodeQuery as decodeQueryText } from '@hookwell/core/match';

/**
 * The parameters in the query of a target as it was sent (`/wh/token/path?a=1&a=2`): names and values percent-
 * and plus-decoded, in their order, with every repeat. A name without `=` has an empty value.
 */
export function queryPairs(target: string): [name: string, value: string][] {
  return pairsOf(queryOf(target));
}

/** The part of a target after its first `?`, as sent, as text; empty if there is none. */
export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : textOfBytes(target.slice(mark + 1));
}
