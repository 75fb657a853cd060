import type { ExactRequest } from '@hookwell/client';
import { cut, pieceEnd, within } from './bounds.ts';

/** The most that one call shows of a body: characters of text, or of Base64. */
export const mostCharacters = 20_000;

/** The most that one call shows of the rest, in characters of JSON. */
const most = { headers: 32 * 1024, query: 16 * 1024, target: 8 * 1024 };

/** What of a body is wanted. */
export interface BodyWish {
  /** Where to begin: in text counted in characters, in Base64 in bytes. */
  offset: number;
  /** How many characters of text at most. */
  characters: number;
  base64: boolean;
}

/** A captured request in the shape that `--json` has, as far as an assistant wants to read it. */
export function shownRequest(request: ExactRequest, wish: BodyWish): object {
  const { body: _body, text: _text, decodedText: _decoded, path, ...head } = request;
  const headers = within(request.headers, most.headers);
  const query = within(request.query, most.query);
  const isTargetCut = request.target.length > most.target;
  return {
    ...head,
    target: cut(request.target, most.target),
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
  // With a NUL in it, it is text by chance.
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

/** Where a piece stands, if it is not all. */
function placeOf(offset: number, end: number, length: number, unit: string): object {
  if (offset === 0 && end >= length) return {};
  return { offset, ...(end < length ? { nextOffset: end } : {}), [unit]: length };
}

/** How many bytes tell what it is. */
const firstBytes = 64;

function binarySummary({ body, headers }: ExactRequest): object {
  const find = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [type, coding] = [find('content-type'), find('content-encoding')];
  return {
    binaryBody: {
      size: body.length,
      ...(type === undefined ? {} : { type: cut(type, 200) }),
      ...(coding === undefined ? {} : { contentEncoding: cut(coding, 200) }),
      firstBytes: Buffer.from(body.subarray(0, firstBytes)).toString('hex'),
      note: 'This body is not text, or too much of it once decoded. With bodyBase64 it is shown in Base64.',
    },
  };
}
