import type { StoredCapture } from '../../src/capture-log/captures.ts';
import {
  CaptureDocument,
  type Piece,
  type PieceView,
} from '../../src/rendering/capture-document.ts';
import { contentCodings, decodeBody } from '../../src/rendering/content-coding.ts';

/** Renders a capture in the same way as the render thread. */
export async function inPieces(
  { body = new Uint8Array(), ...head }: StoredCapture,
  view: PieceView,
  maxBodyBytes: number,
): Promise<string> {
  const document = new CaptureDocument(head);
  const codings = contentCodings(document.headers);
  toEnd(document.read(await decodeBody(body, codings, maxBodyBytes)));
  if (view === 'full') toEnd(document.check());
  const pieces: Uint8Array[] = [];
  for (let at: number | undefined = 0; at !== undefined; ) {
    const { bytes, next }: Piece = toEnd(document.piece(view, at));
    pieces.push(bytes);
    at = next;
  }
  return Buffer.concat(pieces).toString();
}

function toEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
