import type { IncomingMessage } from 'node:http';
import { BodyPieces } from '../connections/body-pieces.ts';
import { SmallPieces } from '../connections/small-pieces.ts';
import type { BodyClaim } from './body-claim.ts';
import { mostSmallBodyBytes } from './in-flight-budget.ts';
import type { BodyWatcher } from './replies.ts';
import type { UploadPace } from './upload-pace.ts';

export interface ReadBody {
  pieces: Uint8Array[];
  size: number;
  /** It has seen the whole body. */
  watcher: BodyWatcher | undefined;
}

/** The cost of going through a byte once more, in parts of reading it. */
const costOfPass = 0.5;

export type UnreadBody = 'bodyTooLarge' | 'overloaded' | 'aborted';

/**
 * Reads a body and calls back once: with its pieces, or with the reason why it could not be read. The limit is
 * checked while the bytes come in, so more is never held. The caller releases the claim of a whole body once
 * it is stored; every other claim is released here. Returns a function that stops the reading.
 * @param watch gives the watcher of a body that turned out to be large
 */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
  claim: BodyClaim,
  pace: UploadPace,
  done: (body: ReadBody | undefined, reason?: UnreadBody) => void,
  watch?: () => BodyWatcher | undefined,
): () => void {
  const expected = Number(request.headers['content-length'] ?? Number.NaN);
  if (expected > mostBytes) {
    done(undefined, 'bodyTooLarge');
    return () => undefined;
  }
  const pieces = new BodyPieces();
  const smallPieces = new SmallPieces();
  let settled = false;
  let isLarge = false;
  let watcher: BodyWatcher | undefined;

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
    if (pieces.size > mostSmallBodyBytes) cameOfLarge(piece);
  }

  function cameOfLarge(piece: Uint8Array): void {
    if (isLarge) watcher?.came(piece);
    else {
      isLarge = true;
      watcher = watch?.();
      if (watcher !== undefined) for (const earlier of pieces.soFar()) watcher.came(earlier);
    }
    pace.came(request, piece.length * (1 + costOfPass * (watcher?.passes ?? 0)));
  }

  claim.giveWay = () => fail('overloaded');
  request.on('data', onData);
  request.on('end', () => {
    if (settled) return;
    settled = true;
    claim.whole();
    done({ pieces: pieces.take(), size: pieces.size, watcher });
  });
  // A sender that goes away midway causes 'close' without 'end'; the 'error' before it tells nothing else.
  request.on('error', () => fail('aborted'));
  request.on('close', () => fail('aborted'));
  return () => {
    if (!settled) letGo();
  };
}
