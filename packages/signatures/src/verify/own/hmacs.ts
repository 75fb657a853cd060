import { createHmac, type Hmac, type KeyObject } from 'node:crypto';
import type { Body } from '../body.ts';
import { isSameText } from '../equal.ts';
import type { BodyHashing } from '../method.ts';
import { makerAmong } from './maker.ts';

/** HMAC-SHA256 of a body, and of a text before it, under each of the keys. */
export class Hmacs implements BodyHashing {
  readonly #each: readonly { hmac: Hmac; secret: number }[];

  constructor(keys: readonly { key: KeyObject; secret: number }[], before: string) {
    this.#each = keys.map(({ key, secret }) => ({
      hmac: createHmac('sha256', key).update(before),
      secret,
    }));
  }

  update(piece: Uint8Array): void {
    for (const { hmac } of this.#each) hmac.update(piece);
  }

  of(body: Body): this {
    for (const piece of body.pieces) this.update(piece);
    return this;
  }

  /** The first whose HMAC was given. It is used up then. */
  makerOf(given: string, encoding: 'hex' | 'base64'): { secret: number } | undefined {
    return makerAmong(this.#each, ({ hmac }) => isSameText(hmac.digest(encoding), given));
  }
}
