import type {
  CapturedRequest,
  CapturedRequestSummary,
  ContractFinding,
  SignatureFinding,
} from '../contract/types.ts';
import type { StreamedRequest, StreamedSummary } from '../contract/view.ts';
import type { Caller, CallOptions } from '../http/caller.ts';
import { HookwellError } from '../http/error.ts';
import { textInUtf8 } from '../text/characters.ts';
import { decoded, readShownText } from './decoded-text.ts';
import { bytesOfShown, isDecoded } from './exact-text.ts';
import { queryPairs } from './query-pairs.ts';

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
