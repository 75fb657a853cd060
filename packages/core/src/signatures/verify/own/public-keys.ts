import { createHash, createPublicKey, type Hash, type KeyObject, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Verification } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import { textIn, valueAt } from '../body.ts';
import { publicKey } from '../keys.ts';
import {
  type BodyHashing,
  invalid,
  isSameText,
  type Method,
  makerAmong,
  missing,
  noSecretMadeIt,
} from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import type { OwnParts } from './own-method.ts';

class Crc32 implements BodyHashing {
  value = 0;

  update(piece: Uint8Array): void {
    this.value = crc32(piece, this.value);
  }
}

/** Three facts and the checksum of the body. The certificate is the pasted one: that of `PAYPAL-CERT-URL` is never fetched. */
export function paypal({ settings, secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({ key: publicKey(text, 'rsa'), secret }));
  return {
    begin: () => new Crc32(),
    verify({ headers, receivedAt }, body, hashing): Verification {
      const [signature, id, sentAt] = ['Sig', 'Id', 'Time'].map((name) =>
        findHeader(headers, `paypal-transmission-${name.toLowerCase()}`),
      );
      if (signature === undefined) return missing('Paypal-Transmission-Sig');
      if (id === undefined) return missing('Paypal-Transmission-Id');
      if (sentAt === undefined) return missing('Paypal-Transmission-Time');
      const time = readTime(sentAt, 'iso');
      if (time === undefined)
        return invalid('The Paypal-Transmission-Time header has no time in it.');
      const checksum = hashing instanceof Crc32 ? hashing : new Crc32();
      if (checksum !== hashing) for (const piece of body.pieces) checksum.update(piece);
      const message = [id, sentAt, settings.webhookId ?? '', checksum.value].join('|');
      const maker = makerAmong(keys, ({ key }) =>
        verify('sha256', Buffer.from(message), key, Buffer.from(signature, 'base64')),
      );
      return maker === undefined ? noSecretMadeIt : atTime(maker, time, receivedAt, tolerance);
    },
  };
}

const header = 'Plaid-Verification';

class Sha256 implements BodyHashing {
  readonly hash: Hash = createHash('sha256');

  update(piece: Uint8Array): void {
    this.hash.update(piece);
  }
}

/** A JWT that has the hash of the body. Its key is the pasted one, whichever the JWT names. */
export function plaid({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({ key: jwk(text), secret }));
  return {
    begin: () => new Sha256(),
    verify({ headers, receivedAt }, body, hashing): Verification {
      const given = findHeader(headers, header.toLowerCase());
      if (given === undefined) return missing(header);
      const [head = '', claims = '', signature = '', ...more] = given.split('.', 4);
      if (signature === '' || more.length > 0) return invalid(`The ${header} header is not a JWT.`);
      if (textIn(decoded(head), ['alg']) !== 'ES256')
        return invalid(`The ${header} header is not signed with ES256.`);
      const maker = makerAmong(keys, ({ key }) =>
        verify(
          'sha256',
          Buffer.from(`${head}.${claims}`),
          { key, dsaEncoding: 'ieee-p1363' },
          Buffer.from(signature, 'base64url'),
        ),
      );
      if (maker === undefined) return noSecretMadeIt;
      const time = readTime(textIn(decoded(claims), ['iat']) ?? '', 's');
      if (time === undefined) return invalid(`The ${header} header has no time in it.`);
      const sha256 = hashing instanceof Sha256 ? hashing : new Sha256();
      if (sha256 !== hashing) for (const piece of body.pieces) sha256.update(piece);
      const hash = textIn(decoded(claims), ['request_body_sha256']) ?? '';
      if (!isSameText(sha256.hash.digest('hex'), hash))
        return invalid(`The body is not the one whose hash is in the ${header} header.`);
      return atTime(maker, time, receivedAt, tolerance);
    },
  };
}

/** @throws {Error} if it is no public key on the curve P-256 */
function jwk(text: string): KeyObject {
  const parsed: unknown = JSON.parse(text);
  const answered = valueAt(parsed, ['key']) ?? parsed;
  const [x, y] = [textIn(answered, ['x']) ?? '', textIn(answered, ['y']) ?? ''];
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
