import { createHmac, type Hmac, type KeyObject } from 'node:crypto';
import type { SignatureEncoding, SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import { isSameText } from './equal.ts';
import { KeyedHash } from './keyed-hash.ts';
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

  digests(encoding: SignatureEncoding): string[] {
    const { after } = this.read;
    // A second digest of an HMAC would be empty.
    this.#digests ??= this.#hmacs.map((hmac) => {
      if (after !== '') hmac.update(after, 'latin1');
      return hmac.digest(encoding);
    });
    return this.#digests;
  }
}

/** Longer bodies are hashed piece by piece; shorter ones are copied, and hashed in one call. */
const mostCopiedBytes = 16 * 1024;

/** Verifies HMACs over a text that the body stands in. */
export class HmacMethod implements Method {
  readonly #signing: SigningKeys<Signing & { by: 'hmac' }>;
  readonly #keys: readonly KeyedHash[];

  constructor(
    way: Signing & { by: 'hmac' },
    secrets: readonly NumberedSecret[],
    tolerance: number,
  ) {
    this.#signing = new SigningKeys(way, secrets, tolerance);
    this.#keys = this.#signing.keys.map((key) => new KeyedHash(key.export(), way.hash));
  }

  begin(head: SignedHead): HmacHashing | undefined {
    const read = this.#signing.reader.read(head);
    return 'verdict' in read ? undefined : this.#hashing(read);
  }

  verify(head: SignedHead, body: Body, hashing: BodyHashing | undefined): Verification {
    const hashed = hashing instanceof HmacHashing ? hashing : undefined;
    const read = hashed?.read ?? this.#signing.reader.read(head);
    if ('verdict' in read) return read;
    const { encoding } = this.#signing.way;
    const digests = hashed?.digests(encoding) ?? this.#digests(read, body, encoding);
    let maker = -1;
    for (const [index, digest] of digests.entries())
      for (const signature of read.signatures)
        if (isSameText(digest, signature) && maker < 0) maker = index;
    return this.#signing.found(maker, head, read, body);
  }

  #digests(read: ReadSignature, body: Body, encoding: SignatureEncoding): readonly string[] {
    if (body.length <= mostCopiedBytes) {
      const message = [read.before, ...body.pieces, read.after];
      return this.#keys.map((key) => key.digest(message, encoding, 'latin1'));
    }
    const hashing = this.#hashing(read);
    for (const piece of body.pieces) hashing.update(piece);
    return hashing.digests(encoding);
  }

  #hashing(read: ReadSignature): HmacHashing {
    return new HmacHashing(this.#signing.way.hash, this.#signing.keys, read);
  }
}
