import type { CapturedRequestSummary, ExactRequest } from '@hookwell/client';
import type { RequestDescription } from '@hookwell/core/senders';
import { z } from 'zod';
import { happeningOf, happeningsOf } from '../captured-requests/happening.ts';
import { cut } from '../output/text.ts';
import { noEndpoint, orNoRequest, orNotFound } from '../service/not-found.ts';
import {
  boundedEvent,
  defineTool,
  endpointInput,
  idInput,
  matchInput,
  matchOf,
  pieceEnd,
  within,
} from './tool.ts';

export const listRequests = defineTool({
  name: 'list_requests',
  title: 'List captured requests',
  description:
    'Lists captured requests, newest first, with the sender and the event that each claims, without headers and ' +
    'bodies: show_request has them. On endpoints with settings each has the reply that it got, the number of its ' +
    'attempt, and its delivery; answeredBy listener: the reply of a listener, such as answer_request; if the endpoint verifies signatures, also signature: the verdict with its reason; if it has a contract, contract: holds, differs or none (show_request has the differences). With ' +
    'match (signature=invalid, event=push) it searches all that is stored. Older ones follow with nextBefore as before.',
  input: z.strictObject({
    endpoint: endpointInput.optional(),
    match: matchInput.optional(),
    limit: z.int().min(1).max(100).default(20).describe('The most requests to list'),
    before: idInput.optional().describe('Only requests with a lower id'),
    after: z.int().min(0).optional().describe('Only requests with a higher id'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ match: text, ...selection }, { client, signal }) => {
    const match = text === undefined ? undefined : matchOf(text);
    const page = client.requests.page({ ...selection, match, view: 'summary', signal });
    const { items, next } = await orNotFound(page, noEndpoint(selection.endpoint ?? ''));
    const { endpoint } = selection;
    const happenings = await happeningsOf(client, items, { endpoint, match, signal });
    return {
      requests: items.map((item) => briefly(item, happenings.get(item.id))),
      hasOlder: next !== undefined,
      ...(next === undefined ? {} : { nextBefore: next.before }),
    };
  },
});

/** The most that one call shows of a body: characters of text, or of Base64. */
export const mostCharacters = 20_000;

export const showRequest = defineTool({
  name: 'show_request',
  title: 'Show a captured request',
  description:
    'Shows a captured request exactly as it was sent: method, target, query and headers in their order with ' +
    'repeats, the sender and the event that it claims, the verdict on its signature if the endpoint verifies them, and the body. A text body comes in pieces: if there is a nextOffset, call again with it as ' +
    'offset. decodedBody is the text of a compressed body, or of one in another charset. A body that is not ' +
    'text comes as binaryBody: its size, type and first bytes in hex; bodyBase64 asks for the bytes. Headers ' +
    'whose names begin with X- are there if the settings of the endpoint keep them ("xHeaders": "keep"); droppedHeaders ' +
    'counts those that were dropped.',
  input: z.strictObject({
    id: idInput,
    offset: z
      .int()
      .min(0)
      .default(0)
      .describe('The place in the body to begin at: in characters of text, or in bytes for Base64'),
    bodyCharacters: z
      .int()
      .min(0)
      .max(mostCharacters)
      .default(mostCharacters)
      .describe('The most characters of a text body'),
    bodyBase64: z.boolean().default(false).describe('Show the exact bytes of the body in Base64'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ id, offset, bodyCharacters, bodyBase64 }, { client, signal }) => {
    const exact = await orNoRequest(client.requests.exact(id, { signal }), id, client);
    return await shownRequest(exact, { offset, characters: bodyCharacters, base64: bodyBase64 });
  },
});

/** The beginning of an address, or of a media type, that tells requests apart. */
const mostListedCharacters = 200;

function briefly(
  request: CapturedRequestSummary,
  happening: RequestDescription | undefined,
): object {
  const { id, endpointId, method, path, query, contentType, bodySize, receivedAt } = request;
  const { answer, answeredBy, attempt, delivery, signature, contract } = request;
  return {
    ...{ id, endpointId, ...boundedEvent(happening ?? {}), method },
    ...(path === undefined ? {} : { path: cut(path, mostListedCharacters) }),
    ...(query === undefined ? {} : { query: cut(query, mostListedCharacters) }),
    ...(contentType === undefined ? {} : { contentType: cut(contentType, mostListedCharacters) }),
    ...{ bodySize, receivedAt },
    ...(answer === undefined ? {} : { answer, answeredBy, attempt, delivery }),
    ...(signature === undefined ? {} : { signature }),
    ...(contract === undefined ? {} : { contract: contract.verdict }),
  };
}

/** The most that one call shows of other parts, in characters of JSON. */
const mostOf = { headers: 32 * 1024, query: 16 * 1024, target: 8 * 1024 };

/** The part of a body that is wanted. */
interface BodyWish {
  /** The place to begin at: counted in characters of text, or in bytes for Base64. */
  offset: number;
  /** The most characters of text. */
  characters: number;
  base64: boolean;
}

/**
 * The part of a captured request that an assistant wants to read, in the shape of `--json`, with the sender and the
 * event that it tells.
 */
export async function shownRequest(request: ExactRequest, wish: BodyWish): Promise<object> {
  const { body: _body, text: _text, decodedText: _decoded, path, ...head } = request;
  const headers = within(request.headers, mostOf.headers);
  const query = within(request.query, mostOf.query);
  const isTargetCut = request.target.length > mostOf.target;
  return {
    ...head,
    ...boundedEvent(await happeningOf(request)),
    target: cut(request.target, mostOf.target),
    ...(path === undefined || isTargetCut ? {} : { path }),
    query,
    ...leftOut('queryLeftOut', request.query.length - query.length),
    headers,
    ...leftOut('headersLeftOut', request.headers.length - headers.length),
    ...shownBody(request, wish),
  };
}

function leftOut(name: string, count: number): object {
  return count === 0 ? {} : { [name]: count };
}

function shownBody(request: ExactRequest, wish: BodyWish): object {
  if (wish.base64) return base64Piece(request.body, wish.offset);
  const { text, decodedText } = request;
  const shown = decodedText ?? text;
  // Bytes with a NUL are text by chance only.
  if (shown === undefined || shown.includes('\0')) return binarySummary(request);
  const end = pieceEnd(shown, wish.offset, Math.min(wish.characters, mostCharacters));
  const name = decodedText === undefined ? 'body' : 'decodedBody';
  return {
    [name]: shown.slice(wish.offset, end),
    ...placeOf(wish.offset, end, shown.length, 'bodyCharacters'),
  };
}

/** Three bytes are four characters. */
const mostBytes = (mostCharacters / 4) * 3;

function base64Piece(bytes: Uint8Array, offset: number): object {
  const end = Math.min(bytes.length, offset + mostBytes);
  const piece = Buffer.from(bytes.subarray(Math.min(offset, end), end));
  return {
    bodyBase64: piece.toString('base64'),
    ...placeOf(offset, end, bytes.length, 'bodyBytes'),
  };
}

/** The place of a piece, unless it is the whole. */
function placeOf(offset: number, end: number, length: number, unit: string): object {
  if (offset === 0 && end >= length) return {};
  return { offset, ...(end < length ? { nextOffset: end } : {}), [unit]: length };
}

/** The first bytes of a body, which show its kind. */
const mostFirstBytes = 64;

/** The most characters that are shown of a header's value. */
const mostHeaderCharacters = 200;

function binarySummary({ body, headers }: ExactRequest): object {
  const find = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [type, coding] = [find('content-type'), find('content-encoding')];
  return {
    binaryBody: {
      size: body.length,
      ...(type === undefined ? {} : { type: cut(type, mostHeaderCharacters) }),
      ...(coding === undefined ? {} : { contentEncoding: cut(coding, mostHeaderCharacters) }),
      firstBytes: Buffer.from(body.subarray(0, mostFirstBytes)).toString('hex'),
      note: 'This body is not text, or too much of it once decoded. With bodyBase64 it is shown in Base64.',
    },
  };
}
