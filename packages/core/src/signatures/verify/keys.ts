import { createHmac, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { KeyForm, SignedHead, Signing, Verification } from '../scheme.ts';
import type { Body } from './body.ts';
import { HeadReader, type ReadSignature } from './head-reader.ts';
import { invalid, type NumberedSecret, noSecretMadeIt } from './method.ts';
import { atTime } from './signing-time.ts';

/** The bytes of a secret that HMACs are made with. */
export function keyBytes(secret: string, key: KeyForm): Uint8Array {
  if (key === 'text') return Buffer.from(secret);
  if (key === 'hex') return Buffer.from(secret, 'hex');
  return Buffer.from(secret.replace(/^(?:v1,)?whsec_/, ''), 'base64');
}

/**
 * The key that a way verifies with.
 * @throws {Error} if the secret is none
 */
export function keyOf(way: Signing & { by: 'hmac' | 'public-key' }, secret: string): KeyObject {
  if (way.by === 'hmac') {
    const key = createSecretKey(keyBytes(secret, way.key));
    createHmac(way.hash, key);
    return key;
  }
  const text = secret.slice(way.secretPrefix?.length ?? 0);
  return way.algorithm === 'ed25519' ? ed25519Key(text) : publicKey(text, 'ec');
}

/** Larger keys, and unusual exponents, would take the event loop's time: no sender has any. */
const mostModulusBits = 4096;
const mostExponent = 2n ** 32n;

/**
 * A public key in PEM, in a certificate, or in DER as Base64: RSA up to 4096 bits, or on the curve P-256.
 * @throws {Error} if it is none, or one of another type
 */
export function publicKey(text: string, type: 'rsa' | 'ec'): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  const { modulusLength, publicExponent, namedCurve } = key.asymmetricKeyDetails ?? {};
  const isUsual =
    type === 'ec'
      ? namedCurve === 'prime256v1'
      : (modulusLength ?? Infinity) <= mostModulusBits &&
        (publicExponent ?? mostExponent) < mostExponent;
  if (key.asymmetricKeyType !== type || !isUsual) throw new Error(`It is not a usual ${type} key.`);
  return key;
}

/** From its 32 bytes, in hex or Base64. */
function ed25519Key(text: string): KeyObject {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const x = Buffer.from(text, isHex ? 'hex' : 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

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
