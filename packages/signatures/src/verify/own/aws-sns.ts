import { verify } from 'node:crypto';
import type { Verification } from '../../scheme.ts';
import { textIn } from '../body.ts';
import { publicKey } from '../keys.ts';
import { invalid, type Method, noSecretMadeIt, unverifiable } from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const ofConfirmation = [
  ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
];

/** Some fields of the message. The certificate is the pasted one: that of `SigningCertURL` is never fetched. */
export function awsSns({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({ key: publicKey(text, 'rsa'), secret }));
  return {
    verify({ receivedAt }, body): Verification {
      const refusal = body.jsonRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      const message = body.json();
      const signature = textIn(message, ['Signature']);
      if (signature === undefined)
        return { verdict: 'missing', reason: 'There is no Signature in the body.' };
      const hash = { '1': 'sha1', '2': 'sha256' }[textIn(message, ['SignatureVersion']) ?? ''];
      if (hash === undefined)
        return invalid('The SignatureVersion in the body is neither 1 nor 2.');
      const time = readTime(textIn(message, ['Timestamp']) ?? '', 'iso');
      if (time === undefined) return invalid('The Timestamp in the body is no time.');
      const isNotification = textIn(message, ['Type']) === 'Notification';
      let signed = '';
      for (const name of isNotification ? ofNotification : ofConfirmation) {
        const value = textIn(message, [name]);
        if (value !== undefined) signed += `${name}\n${value}\n`;
      }
      const maker = makerAmong(keys, ({ key }) =>
        verify(hash, Buffer.from(signed), key, Buffer.from(signature, 'base64')),
      );
      return maker === undefined ? noSecretMadeIt : atTime(maker, time, receivedAt, tolerance);
    },
  };
}
