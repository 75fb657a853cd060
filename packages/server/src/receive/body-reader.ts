import type { IncomingMessage } from 'node:http';
import { BodyPieces } from '../connections/body-pieces.ts';
import type { Claim } from './body-claim.ts';
import { largestSmallBody } from './in-flight-budget.ts';
import type { UploadPace } from './upload-pace.ts';

export interface ReadBody {
  pieces: Uint8Array[];
  size: number;
}

export type UnreadBody = 'bodyTooLarge' | 'overloaded' | 'aborted';

/**
 * Reads a body and calls back once: with its pieces, or with the reason why not. The limits count while the
 * bytes come in, so no more than the limit is ever held. A whole body still holds its claim: the caller
 * releases it once the body is stored; else it is released here. Returns the way to stop reading.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  claim: Claim,
  pace: UploadPace,
  done: (body: ReadBody | undefined, reason?: UnreadBody) => void,
): () => void {
  const expected = Number(request.headers['content-length'] ?? Number.NaN);
  if (expected > limit) {
    done(undefined, 'bodyTooLarge');
    return () => undefined;
  }
  const pieces = new BodyPieces();
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
    if (pieces.size + piece.length > limit) return fail('bodyTooLarge');
    const held = pieces.held;
    pieces.add(piece, expected);
    // A body that came whole never has to give way.
    if (pieces.size !== expected) claim.progress(piece.length);
    if (!claim.take(pieces.held - held)) return fail('overloaded');
    if (pieces.size > largestSmallBody) pace.came(request, piece.length);
  }

  claim.giveWay = () => fail('overloaded');
  request.on('data', onData);
  request.on('end', () => {
    if (settled) return;
    settled = true;
    claim.whole();
    done({ pieces: pieces.take(), size: pieces.size });
  });
  // A sender that goes away mid-body ends in 'close' without 'end'; the 'error' before it says no more.
  request.on('error', () => fail('aborted'));
  request.on('close', () => fail('aborted'));
  return () => {
    if (!settled) letGo();
  };
}
