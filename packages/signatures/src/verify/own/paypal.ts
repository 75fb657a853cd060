import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Verification } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import { publicKey } from '../keys.ts';
import { type BodyHashing, invalid, type Method, missing, noSecretMadeIt } from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import { makerAmong } from './maker.ts';
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
