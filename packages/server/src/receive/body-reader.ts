import type { IncomingMessage } from 'node:http';
import type { InFlightBudget } from './in-flight-budget.ts';

export interface ReadBody {
  pieces: Uint8Array[];
  size: number;
}

export type UnreadBody = 'bodyTooLarge' | 'overloaded' | 'aborted';

/**
 * Reads a body and calls back once: with its pieces, or with the reason why not. The limits count
 * while the bytes come in, so no more than the limit is ever held. A whole body still counts against
 * the budget: the caller releases `size` once it is stored.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  budget: InFlightBudget,
  done: (body: ReadBody | undefined, reason?: UnreadBody) => void,
): void {
  if (Number(request.headers['content-length']) > limit) {
    done(undefined, 'bodyTooLarge');
    return;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  let settled = false;

  function fail(reason: UnreadBody): void {
    if (settled) return;
    settled = true;
    budget.release(size);
    pieces.length = 0;
    request.off('data', onData);
    done(undefined, reason);
  }

  function onData(piece: Uint8Array): void {
    if (size + piece.length > limit) return fail('bodyTooLarge');
    if (!budget.take(piece.length)) return fail('overloaded');
    size += piece.length;
    pieces.push(piece);
  }

  request.on('data', onData);
  request.on('end', () => {
    if (settled) return;
    settled = true;
    done({ pieces, size });
  });
  // A sender that goes away mid-body ends in 'close' without 'end'; the 'error' before it says no more.
  request.on('error', () => fail('aborted'));
  request.on('close', () => fail('aborted'));
}
