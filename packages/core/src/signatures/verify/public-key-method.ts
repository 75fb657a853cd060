import { createVerify, type KeyObject, type Verify, verify } from 'node:crypto';
import type { SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { ReadSignature } from './head-reader.ts';
import { SigningKeys } from './keys.ts';
import {
  type BodyHashing,
  type Method,
  type NumberedSecret,
  noSecretMadeIt,
  unverifiable,
} from './method.ts';
import type { WorkTurns } from './steps.ts';

/** Ed25519 reads the whole message twice: that of a larger one is verified beside the event loop. */
const mostBytesAtOnce = 2 ** 18;

/** Each key is tried with each signature, but no more of such pairs than so many, and fewer with a large message. */
const mostTries = 20;
/** Each takes up to 0.1 ms: more are tried beside the event loop. */
const mostTriesAtOnce = 4;
const mostTriesOfLarge = 4;
const largeBytes = 2 ** 20;

const tooMany = unverifiable('There are too many signatures and keys to try them all.');

/** Hashes the signed text for each key. */
class SignedHashing implements BodyHashing {
  readonly read: ReadSignature;
  readonly #verifies: readonly Verify[];

  constructor(read: ReadSignature, keys: readonly KeyObject[]) {
    this.read = read;
    this.#verifies = keys.map(() => createVerify('sha256').update(read.before, 'latin1'));
  }

  update(piece: Uint8Array): void {
    for (const each of this.#verifies) each.update(piece);
  }

  /** The first key whose owner made the signature. */
  maker(keys: readonly KeyObject[], signature: Uint8Array): number {
    return keys.findIndex((key, index) =>
      this.#verifies[index]?.update(this.read.after, 'latin1').verify(key, signature),
    );
  }
}

/** Verifies signatures that a public key tells. */
export class PublicKeyMethod implements Method {
  readonly #signing: SigningKeys<Signing & { by: 'public-key' }>;

  constructor(
    way: Signing & { by: 'public-key' },
    secrets: readonly NumberedSecret[],
    tolerance: number,
  ) {
    this.#signing = new SigningKeys(way, secrets, tolerance);
  }

  begin(head: SignedHead): SignedHashing | undefined {
    if (this.#signing.way.algorithm === 'ed25519') return undefined;
    const read = this.#signing.reader.read(head);
    return 'verdict' in read ? undefined : new SignedHashing(read, this.#signing.keys);
  }

  verify(
    head: SignedHead,
    body: Body,
    given: BodyHashing | undefined,
    turns: WorkTurns,
  ): Verification | Promise<Verification> {
    const read = given instanceof SignedHashing ? given.read : this.#signing.reader.read(head);
    if ('verdict' in read) return read;
    if (this.#signing.way.algorithm === 'ed25519')
      return this.#verifyWhole(head, read, body, turns);
    const [signature = ''] = read.signatures;
    let hashing = given instanceof SignedHashing ? given : undefined;
    if (hashing === undefined) {
      hashing = new SignedHashing(read, this.#signing.keys);
      for (const piece of body.pieces) hashing.update(piece);
    }
    const maker = hashing.maker(
      this.#signing.keys,
      Buffer.from(signature, this.#signing.way.encoding),
    );
    return this.#signing.found(maker, head, read, body);
  }

  #verifyWhole(head: SignedHead, read: ReadSignature, body: Body, { aside }: WorkTurns) {
    const before = Buffer.from(read.before, 'latin1');
    const after = Buffer.from(read.after, 'latin1');
    const length = before.length + body.length + after.length;
    const whole = () => Buffer.concat([before, ...body.pieces, after], length);
    const pairs = read.signatures
      .map((text) => Buffer.from(text, this.#signing.way.encoding))
      .flatMap((signature) => this.#signing.keys.map((key, index) => ({ key, index, signature })));
    const tried = pairs.slice(0, length > largeBytes ? mostTriesOfLarge : mostTries);
    const otherwise = tried.length < pairs.length ? tooMany : noSecretMadeIt;
    if (tried.length <= mostTriesAtOnce && length * tried.length <= mostBytesAtOnce) {
      const message = whole();
      const made = tried.find(({ key, signature }) => verify(null, message, key, signature));
      return made === undefined ? otherwise : this.#signing.found(made.index, head, read, body);
    }
    return aside(async () => {
      const message = whole();
      for (const { key, index, signature } of tried)
        if (await verifyAside(message, key, signature))
          return this.#signing.found(index, head, read, body);
      return otherwise;
    });
  }
}

/** In Node's thread pool. */
function verifyAside(message: Uint8Array, key: KeyObject, signature: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    verify(null, message, key, signature, (error, result) => resolve(error === null && result));
  });
}
