import { verify } from 'node:crypto';
import { textIn } from '../body.ts';
import { publicKey } from '../keys.ts';
import { invalid, type Method, noSecretMadeIt, unverifiable } from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import { inSteps } from '../steps.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const ofConfirmation = [
  ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
];

/** Amazon's messages have 256 KiB at most. */
const mostSignedBytes = 2 ** 19;

/** Some fields of the message. The certificate is the pasted one: that of `SigningCertURL` is never fetched. */
export function awsSns({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({ key: publicKey(text, 'rsa'), secret }));
  return {
    verify: inSteps(function* ({ receivedAt }, body) {
      const refusal = body.jsonRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      yield;
      const fields = body.json();
      const signature = textIn(fields, ['Signature']);
      if (signature === undefined)
        return { verdict: 'missing', reason: 'There is no Signature in the body.' };
      const hash = { '1': 'sha1', '2': 'sha256' }[textIn(fields, ['SignatureVersion']) ?? ''];
      if (hash === undefined)
        return invalid('The SignatureVersion in the body is neither 1 nor 2.');
      const time = readTime(textIn(fields, ['Timestamp']) ?? '', 'iso');
      if (time === undefined) return invalid('The Timestamp in the body is not a time.');
      const isNotification = textIn(fields, ['Type']) === 'Notification';
      let signed = '';
      for (const name of isNotification ? ofNotification : ofConfirmation) {
        const value = textIn(fields, [name]);
        if (value !== undefined) signed += `${name}\n${value}\n`;
      }
      yield;
      const [message, made] = [Buffer.from(signed), Buffer.from(signature, 'base64')];
      if (message.length > mostSignedBytes)
        return unverifiable('A message of more than 512 KiB is not verified.');
      const maker = makerAmong(keys, ({ key }) => verify(hash, message, key, made));
      return maker === undefined ? noSecretMadeIt : atTime(maker, time, receivedAt, tolerance);
    }),
  };
}
