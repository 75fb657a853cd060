import type { KeyObject } from 'node:crypto';
import type { SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import { keyOf } from './keys.ts';
import { invalid, type NumberedSecret, noSecretMadeIt } from './method.ts';
import { HeadReader, type ReadSignature } from './signed-text.ts';
import { atTime } from './signing-time.ts';

const noObject = invalid('The body is not a JSON object, and this sender signs no other webhooks.');

/** The keys of an endpoint, ready for one way of signing, and what is read of requests for it. */
export class SigningKeys<Way extends Signing & { by: 'hmac' | 'public-key' }> {
  readonly way: Way;
  readonly reader: HeadReader;
  readonly keys: readonly KeyObject[];
  readonly #secrets: readonly NumberedSecret[];
  readonly #tolerance: number;

  constructor(way: Way, secrets: readonly NumberedSecret[], tolerance: number) {
    this.way = way;
    this.reader = new HeadReader(way);
    this.keys = secrets.map(({ text }) => keyOf(way, text));
    this.#secrets = secrets;
    this.#tolerance = tolerance;
  }

  /** @param maker the place of the key that made the signature; of none, any number that is no place */
  found(maker: number, head: SignedHead, read: ReadSignature, body: Body): Verification {
    const secret = this.#secrets[maker]?.secret;
    if (secret === undefined) return noSecretMadeIt;
    if (this.way.body === 'object' && !body.beginsAsObject) return noObject;
    const time = this.reader.timeOf(read, body);
    return atTime({ secret }, time, head.receivedAt, this.#tolerance);
  }
}
