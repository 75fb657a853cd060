import type { ExactRequest } from '@hookwell/client';
import { happeningOf } from '../captured-requests/happening.ts';
import { boundedEvent, cut, pieceEnd, within } from './bounds.ts';

/** The most that one call shows of a body: characters of text, or of Base64. */
export const mostCharacters = 20_000;

/** The most that one call shows of other parts, in characters of JSON. */
const mostOf = { headers: 32 * 1024, query: 16 * 1024, target: 8 * 1024 };

/** The part of a body that is wanted. */
export interface BodyWish {
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
