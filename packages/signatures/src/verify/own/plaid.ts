import { createHash, createPublicKey, type Hash, type KeyObject, verify } from 'node:crypto';
import type { Verification } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import { textIn, valueAt } from '../body.ts';
import { isSameText } from '../equal.ts';
import { type BodyHashing, invalid, type Method, missing, noSecretMadeIt } from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';

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
