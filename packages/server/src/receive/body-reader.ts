import { BodyPieces } from '../connections/body-pieces.ts';
import type { BodyReader, HttpRequest } from '../connections/exchange.ts';
import { bytesOf, hasManyHeaders } from '../connections/pipelined-requests.ts';
import { type BodyClaim, maxSmallBodyBytes } from './body-memory.ts';

/** Sees a large body while it arrives, so that it is hashed by the time it is whole. It keeps none of its bytes. */
export interface BodyWatcher {
  /** Gets every byte once, in order. Never throws. */
  came(piece: Uint8Array): void;
}

export interface ReadBody {
  pieces: Uint8Array[];
  size: number;
  /** It has seen the whole body. */
  watcher: BodyWatcher | undefined;
}

export type UnreadBody = 'bodyTooLarge' | 'overloaded' | 'aborted';

/** Gets the whole body, or why it could not be read and how many bytes of it came. */
type Done = (body: ReadBody | undefined, reason: UnreadBody | undefined, bytes: number) => void;

/**
 * Reads a body and calls back once: with its pieces, or with the reason why it could not be read. The limit is
 * checked while the bytes come in, so more is never held. The caller releases the claim of a whole body once
 * it is stored; every other claim is released here. The result's `stop` ends the reading.
 * @param holdBack called after each piece that is not the last: it may pause the request
 * @param watch gives the watcher of a body that turned out to be large
 */
export function readBody(
  request: HttpRequest,
  mostBytes: number,
  claim: BodyClaim,
  holdBack: (request: HttpRequest) => void,
  done: Done,
  watch?: () => BodyWatcher | undefined,
): Pick<BodyOfCapture, 'stop'> {
  if (!hasManyHeaders(request)) {
    const whole = request.takeWhole(Math.min(mostBytes, maxSmallBodyBytes));
    if (whole !== undefined) {
      takeWhole(whole, claim, done);
      return neverUnderWay;
    }
  }
  const reader = new BodyOfCapture(request, mostBytes, claim, holdBack, done, watch);
  reader.start();
  return reader;
}

const neverUnderWay = { stop: () => {} };

/** The short way of nearly all bodies, which are small and came along with their heads. */
function takeWhole(whole: Buffer, claim: BodyClaim, done: Done): void {
  const size = whole.length;
  if (size === 0) return done({ pieces: [], size, watcher: undefined }, undefined, 0);
  const pieces = new BodyPieces();
  pieces.add(whole, size);
  if (claim.take(pieces.heldBytes))
    return done({ pieces: pieces.take(), size, watcher: undefined }, undefined, size);
  claim.release();
  done(undefined, 'overloaded', size);
}

class BodyOfCapture implements BodyReader {
  readonly #request: HttpRequest;
  readonly #mostBytes: number;
  readonly #claim: BodyClaim;
  readonly #holdBack: (request: HttpRequest) => void;
  readonly #done: Done;
  readonly #watch: (() => BodyWatcher | undefined) | undefined;
  /** NaN if it is unknown. */
  readonly #expected: number;
  readonly #pieces = new BodyPieces();
  #settled = false;
  #isLarge = false;
  #watcher: BodyWatcher | undefined;

  constructor(
    request: HttpRequest,
    mostBytes: number,
    claim: BodyClaim,
    holdBack: (request: HttpRequest) => void,
    done: Done,
    watch: (() => BodyWatcher | undefined) | undefined,
  ) {
    this.#request = request;
    this.#mostBytes = mostBytes;
    this.#claim = claim;
    this.#holdBack = holdBack;
    this.#done = done;
    this.#watch = watch;
    this.#expected = request.head.contentLength ?? Number.NaN;
  }

  start(): void {
    if (this.#expected > this.#mostBytes) {
      this.#settled = true;
      return this.#done(undefined, 'bodyTooLarge', 0);
    }
    const request = this.#request;
    if (hasManyHeaders(request) && !this.#holdsHead()) return;
    request.read(this);
    if (!this.#settled) this.#holdBack(request);
  }

  /** The memory of other heads is next to nothing beside what a connection takes anyway. */
  #holdsHead(): boolean {
    if (this.#claim.take(bytesOf(this.#request))) return true;
    this.#request.fault = { code: 'overloaded' };
    this.#fail('aborted');
    // It would be held until its sender has read an answer.
    this.#request.socket.destroy();
    return false;
  }

  stop(): void {
    if (!this.#settled) this.#letGo();
  }

  came(piece: Uint8Array): void {
    if (this.#settled) return;
    const pieces = this.#pieces;
    const claim = this.#claim;
    const size = pieces.size + piece.length;
    if (size > this.#mostBytes) return this.#fail('bodyTooLarge', size);
    const heldBefore = pieces.heldBytes;
    pieces.add(piece, this.#expected);
    if (!claim.take(pieces.heldBytes - heldBefore)) return this.#fail('overloaded');
    if (pieces.size > maxSmallBodyBytes) this.#cameOfLarge(piece);
    if (pieces.size !== this.#expected) this.#holdBack(this.#request);
  }

  #cameOfLarge(piece: Uint8Array): void {
    if (this.#isLarge) this.#watcher?.came(piece);
    else {
      this.#isLarge = true;
      this.#watcher = this.#watch?.();
      if (this.#watcher !== undefined)
        for (const earlier of this.#pieces.soFar()) this.#watcher.came(earlier);
    }
  }

  ended(): void {
    if (this.#settled) return;
    this.#settled = true;
    const { size } = this.#pieces;
    this.#done({ pieces: this.#pieces.take(), size, watcher: this.#watcher }, undefined, size);
  }

  /** The sender went away midway, or the rest is not read. */
  failed(): void {
    this.#fail('aborted');
  }

  #fail(reason: UnreadBody, arrivedBytes = this.#pieces.size): void {
    if (this.#settled) return;
    this.#letGo();
    this.#done(undefined, reason, arrivedBytes);
  }

  #letGo(): void {
    this.#settled = true;
    this.#pieces.clear();
    this.#claim.release();
  }
}
