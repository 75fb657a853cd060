import { createHmac, type Hmac, type KeyObject } from 'node:crypto';
import type { SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import { isSameText } from './equal.ts';
import type { BodyHashing, Method, NumberedSecret } from './method.ts';
import type { ReadSignature } from './signed-text.ts';
import { SigningKeys } from './signing-keys.ts';

/** The HMAC of what is signed, under each of the keys. */
class HmacHashing implements BodyHashing {
  readonly read: ReadSignature;
  readonly #hmacs: readonly Hmac[];
  #digests: string[] | undefined;

  constructor(hash: string, keys: readonly KeyObject[], read: ReadSignature) {
    this.read = read;
    this.#hmacs = keys.map((key) => createHmac(hash, key));
    if (read.before !== '') for (const hmac of this.#hmacs) hmac.update(read.before, 'latin1');
  }

  update(piece: Uint8Array): void {
    for (const hmac of this.#hmacs) hmac.update(piece);
  }

  digests(encoding: 'hex' | 'base64'): string[] {
    const { after } = this.read;
    // A second digest of an HMAC would be empty.
    this.#digests ??= this.#hmacs.map((hmac) => {
      if (after !== '') hmac.update(after, 'latin1');
      return hmac.digest(encoding);
    });
    return this.#digests;
  }
}

/** Verifies HMACs over a text that the body stands in. */
export class HmacMethod implements Method {
  readonly #signing: SigningKeys<Signing & { by: 'hmac' }>;

  constructor(
    way: Signing & { by: 'hmac' },
    secrets: readonly NumberedSecret[],
    tolerance: number,
  ) {
    this.#signing = new SigningKeys(way, secrets, tolerance);
  }

  begin(head: SignedHead): HmacHashing | undefined {
    const read = this.#signing.reader.read(head);
    return 'verdict' in read
      ? undefined
      : new HmacHashing(this.#signing.way.hash, this.#signing.keys, read);
  }

  verify(head: SignedHead, body: Body, hashing: BodyHashing | undefined): Verification {
    const hashed = hashing instanceof HmacHashing ? hashing : this.#hash(head, body);
    if ('verdict' in hashed) return hashed;
    const { read } = hashed;
    let maker = -1;
    for (const [index, digest] of hashed.digests(this.#signing.way.encoding).entries())
      for (const signature of read.signatures)
        if (isSameText(digest, signature) && maker < 0) maker = index;
    return this.#signing.found(maker, head, read, body);
  }

  #hash(head: SignedHead, body: Body): HmacHashing | Verification {
    const read = this.#signing.reader.read(head);
    if ('verdict' in read) return read;
    const hashing = new HmacHashing(this.#signing.way.hash, this.#signing.keys, read);
    for (const piece of body.pieces) hashing.update(piece);
    return hashing;
  }
}
