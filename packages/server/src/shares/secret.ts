import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/**
 * Writes for the readers of one share what is made of ids, so that it tells no id. The key is the token of the endpoint, which no
 * reader knows, on every node the same.
 */
export class ShareWords {
  readonly #token: string;
  readonly #share: string;
  readonly #key: Buffer;

  constructor(token: string, secretHash: string) {
    this.#token = token;
    this.#share = secretHash;
    this.#key = this.#digest('places').subarray(0, 16);
  }

  /** The `before` of a page that goes on below this capture: one block of AES. */
  place(captureId: number): string {
    const block = Buffer.alloc(16);
    block.writeBigUInt64BE(BigInt(captureId), 8);
    const cipher = createCipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    return cipher.update(block).toString('base64url');
  }

  /** The capture of a place; `undefined` if it is none of this share. */
  captureAt(place: string): number | undefined {
    if (!/^[\w-]{22}$/.test(place)) return undefined;
    const decipher = createDecipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false);
    const block = decipher.update(Buffer.from(place, 'base64url'));
    const id = block.readBigUInt64BE(8);
    return block.readBigUInt64BE(0) === 0n && id <= Number.MAX_SAFE_INTEGER
      ? Number(id)
      : undefined;
  }

  /** The validator of a page, by all that decides about what it shows. */
  etag(...facts: readonly unknown[]): string {
    return `"${this.#digest(JSON.stringify(facts)).toString('base64url').slice(0, 22)}"`;
  }

  #digest(text: string): Buffer {
    return createHmac('sha256', this.#token).update(`${this.#share} ${text}`).digest();
  }
}
