import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SignedHead } from '@hookwell/core/signatures';
import type { BodyHashing } from '@hookwell/core/signatures/verify';
import type { EndpointVerifier } from './endpoint-verifier.ts';

/** Hashes a large body piece by piece, while it arrives or in slices afterwards. It keeps none of its bytes. */
export class ArrivingBody {
  /** The one that it is hashed for, if the endpoint verifies. */
  readonly verifier: EndpointVerifier | undefined;
  readonly passes: number;
  /** Of the verifier; undefined if that has no use for it. */
  #hashing: BodyHashing | undefined;
  readonly #hash: Hash = createHash('sha256');
  #bodyHash: string | undefined;

  constructor(verifier?: EndpointVerifier, head?: SignedHead) {
    this.verifier = verifier;
    this.#hashing = head === undefined ? undefined : verifier?.begin(head);
    this.passes = 1 + (this.#hashing === undefined ? 0 : (verifier?.passes ?? 0));
  }

  came(piece: Uint8Array): void {
    this.#hash.update(piece);
    try {
      this.#hashing?.update(piece);
    } catch {
      // The verifier goes through the body in the end.
      this.#hashing = undefined;
    }
  }

  /** The hashing of the whole body, once: it is used up then. Without it the verifier goes through the body. */
  takeHashing(): BodyHashing | undefined {
    const hashing = this.#hashing;
    this.#hashing = undefined;
    return hashing;
  }

  /** SHA-256 of the whole body, in hex. */
  get bodyHash(): string {
    this.#bodyHash ??= this.#hash.digest('hex');
    return this.#bodyHash;
  }
}

/** So many bytes are hashed in one step: about a quarter of a millisecond. */
const sliceBytes = 256 * 1024;

/** Hashes a body that has arrived, a slice in a turn of the event loop. */
export async function hashInSlices(
  body: readonly Uint8Array[],
  into: Pick<ArrivingBody, 'came' | 'passes'>,
): Promise<void> {
  const slice = Math.ceil(sliceBytes / into.passes);
  let hashed = 0;
  for (const piece of body) {
    for (let at = 0; at < piece.length; at += slice) {
      const part = piece.subarray(at, at + slice);
      if (hashed > 0 && hashed + part.length > slice) {
        await nextTurn();
        hashed = 0;
      }
      into.came(part);
      hashed += part.length;
    }
  }
}
