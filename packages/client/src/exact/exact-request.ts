import type { CapturedRequest, CapturedRequestSummary } from '../contract/types.ts';
import type { StreamedRequest, StreamedSummary } from '../contract/view.ts';
import type { Caller, CallOptions } from '../http/caller.ts';
import { HookwellError } from '../http/error.ts';
import { textInUtf8 } from '../text/characters.ts';
import { decoded, readShownText } from './decoded-text.ts';
import { bytesOfShown, isDecoded } from './exact-text.ts';
import { queryPairs } from './query-pairs.ts';

/** A captured request as it was sent. Headers whose names begin with `X-` are not stored. */
export interface ExactRequest {
  id: number;
  endpointId: number;
  receivedAt: string;
  ipAddress: string;
  method: string;
  /** Path and query as sent. Here and in headers each character stands for one byte (latin1). */
  target: string;
  /** What followed the token in the path, as sent; absent where nothing did. */
  path?: string;
  /** The parameters of the query, decoded, in their order, every repeat. */
  query: [name: string, value: string][];
  /** In the order, case and number sent. */
  headers: [name: string, value: string][];
  /** How many headers were dropped because their names begin with `X-`. */
  droppedHeaders: number;
  /** Bytes, as they arrived. */
  bodySize: number;
  /** They themselves, content codings still on. */
  body: Uint8Array<ArrayBuffer>;
  /** The body as text, where its bytes are text in UTF-8. */
  text?: string;
  /**
   * What the service makes of a body with a content coding or in another charset: the text that was
   * meant, where it is text of at most 1 MiB.
   */
  decodedText?: string;
}

/** A captured request as lists and streams have it, whole or as a summary. */
export type SeenRequest =
  | CapturedRequest
  | CapturedRequestSummary
  | StreamedRequest
  | StreamedSummary;

/** Looks up what is not known of it yet; `RequestCalls.exact` says the rest. */
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
  };
}

/** @throws HookwellError 404 where there is none of that id */
async function summaryOf(
  caller: Caller,
  id: number,
  options: CallOptions | undefined,
): Promise<CapturedRequestSummary> {
  const query = { after: id - 1, before: id + 1, limit: 1, view: 'summary' };
  const found = await caller.read('listRequests', { path: {}, query }, options, async (answer) => {
    // The contract says so: every item is in the view that was asked for.
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
