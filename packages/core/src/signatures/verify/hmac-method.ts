import { createHmac, type Hmac, hash, type KeyObject } from 'node:crypto';
import type { HashName, SignatureEncoding, SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import type { ReadSignature } from './head-reader.ts';
import { SigningKeys } from './keys.ts';
import { type BodyHashing, isSameText, type Method, type NumberedSecret } from './method.ts';

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

/** The length of a block and of a digest, in bytes (RFC 1321, FIPS 180-4). */
const lengths: Record<HashName, { block: number; digest: number }> = {
  md5: { block: 64, digest: 16 },
  sha1: { block: 64, digest: 20 },
  sha256: { block: 64, digest: 32 },
  sha512: { block: 128, digest: 64 },
};

/** Messages that are longer have room of their own. All keys share one: each message is copied behind its key. */
const room = Buffer.alloc(32 * 1024);

/**
 * HMACs of messages that are at hand (RFC 2104), by two hashes that take one call each: that is half of the time of
 * `createHmac` for short ones, and leaves no object behind that the garbage collector has to end.
 */
export class KeyedHash {
  readonly #name: HashName;
  readonly #inner: Buffer;
  /** The key with the outer padding, and room for the inner digest. */
  readonly #outer: Buffer;

  constructor(key: Uint8Array, name: HashName = 'sha256') {
    const { block, digest } = lengths[name];
    const short = key.length > block ? hash(name, key, 'buffer') : key;
    this.#name = name;
    this.#inner = Buffer.alloc(block);
    this.#outer = Buffer.alloc(block + digest);
    for (let at = 0; at < block; at++) {
      this.#inner[at] = (short[at] ?? 0) ^ 0x36;
      this.#outer[at] = (short[at] ?? 0) ^ 0x5c;
    }
  }

  /** @param parts of the message; texts stand for their bytes in `texts` */
  digest(
    parts: readonly (string | Uint8Array)[],
    encoding: SignatureEncoding,
    texts: 'utf8' | 'latin1' = 'utf8',
  ): string {
    const { block } = lengths[this.#name];
    let most = block;
    for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length;
    const message = most > room.length ? Buffer.alloc(most) : room;
    message.set(this.#inner);
    let length = block;
    for (const part of parts) {
      if (typeof part === 'string') length += message.write(part, length, texts);
      else {
        message.set(part, length);
        length += part.length;
      }
    }
    this.#outer.write(hash(this.#name, message.subarray(0, length), 'latin1'), block, 'latin1');
    return hash(this.#name, this.#outer, encoding);
  }
}
