import type { IncomingMessage } from 'node:http';
import { BodyPieces } from '../connections/body-pieces.ts';
import { SmallPieces } from '../connections/small-pieces.ts';
import type { BodyClaim } from './body-claim.ts';
import { mostSmallBodyBytes } from './in-flight-budget.ts';
import type { UploadPace } from './upload-pace.ts';

export interface ReadBody {
  pieces: Uint8Array[];
  size: number;
}

export type UnreadBody = 'bodyTooLarge' | 'overloaded' | 'aborted';

/**
 * Reads a body and calls back once: with its pieces, or with the reason why it could not be read. The limit is
 * checked while the bytes come in, so more is never held. The caller releases the claim of a whole body once
 * it is stored; every other claim is released here. Returns a function that stops the reading.
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  claim: BodyClaim,
  pace: UploadPace,
  done: (body: ReadBody | undefined, reason?: UnreadBody) => void,
): () => void {
  const expected = Number(request.headers['content-length'] ?? Number.NaN);
  if (expected > mostBytes) {
    done(undefined, 'bodyTooLarge');
    return () => undefined;
  }
  const pieces = new BodyPieces();
  const smallPieces = new SmallPieces();
  let settled = false;

  function letGo(): void {
    settled = true;
    pieces.clear();
    claim.release();
    request.off('data', onData);
  }

  function fail(reason: UnreadBody): void {
    if (settled) return;
    letGo();
    done(undefined, reason);
  }

  function onData(piece: Uint8Array): void {
    smallPieces.came(request, piece);
    if (pieces.size + piece.length > mostBytes) return fail('bodyTooLarge');
    const heldBefore = pieces.heldBytes;
    pieces.add(piece, expected);
    // A whole body never has to give way.
    if (pieces.size !== expected) claim.progress(piece.length);
    if (!claim.take(pieces.heldBytes - heldBefore)) return fail('overloaded');
    if (pieces.size > mostSmallBodyBytes) pace.came(request, piece.length);
  }

  claim.giveWay = () => fail('overloaded');
  request.on('data', onData);
  request.on('end', () => {
    if (settled) return;
    settled = true;
    claim.whole();
    done({ pieces: pieces.take(), size: pieces.size });
  });
  // A sender that goes away midway causes 'close' without 'end'; the 'error' before it tells nothing else.
  request.on('error', () => fail('aborted'));
  request.on('close', () => fail('aborted'));
  return () => {
    if (!settled) letGo();
  };
}
