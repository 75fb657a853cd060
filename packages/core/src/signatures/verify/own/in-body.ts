import { createSecretKey, verify } from 'node:crypto';
import type { SignedHead } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import { type Body, textIn, valueAt } from '../body.ts';
import { formFields } from '../form.ts';
import { KeyedHash } from '../hmac-method.ts';
import { keyBytes, publicKey } from '../keys.ts';
import {
  type BodyHashing,
  invalid,
  isSameText,
  type Method,
  makerAmong,
  noSecretMadeIt,
  unverifiable,
} from '../method.ts';
import { boundaryOf, MultipartFields } from '../multipart.ts';
import { atTime, readTime } from '../signing-time.ts';
import { inSteps, type Steps } from '../steps.ts';
import { isForm } from './address-and-form.ts';
import { Hmacs } from './hmacs.ts';
import type { OwnParts } from './own-method.ts';

/** The fields of a payment that are signed, in this order. */
const signedFields: readonly (readonly string[])[] = [
  ['pspReference'],
  ['originalReference'],
  ['merchantAccountCode'],
  ['merchantReference'],
  ['amount', 'value'],
  ['amount', 'currency'],
  ['eventCode'],
  ['success'],
];

const mostItems = 100;
/** Of all items; those of Adyen have some hundred each. */
const mostSignedBytes = 2 ** 17;
const header = 'hmacsignature';

/** Payments have their signature in the body; other webhooks have one of the whole body in the header `HmacSignature`. */
export function adyen({ secrets }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => {
    const bytes = keyBytes(text, 'hex');
    return { key: createSecretKey(bytes), ofItems: new KeyedHash(bytes), secret };
  });
  return {
    begin({ headers }) {
      return findHeader(headers, header) === undefined ? undefined : new Hmacs(keys, '');
    },
    verify: inSteps(function* ({ headers }, body, hashing) {
      const given = findHeader(headers, header);
      if (given !== undefined) {
        const hmacs = hashing instanceof Hmacs ? hashing : new Hmacs(keys, '').of(body);
        const maker = hmacs.makerOf(given, 'base64');
        return maker === undefined ? noSecretMadeIt : { verdict: 'valid', ...maker };
      }
      const refusal = body.jsonRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      yield;
      const items = itemsIn(body.json());
      yield;
      if (items.length > mostItems) return unverifiable(`It has more than ${mostItems} items.`);
      const signed = items.map((item) => ({
        text: Buffer.from(signedFields.map((path) => textOf(item, path)).join(':')),
        signature: textIn(item, ['additionalData', 'hmacSignature']),
      }));
      if (signed.length === 0 || signed.some(({ signature }) => signature === undefined))
        return {
          verdict: 'missing',
          reason: 'There is no hmacSignature in the body, and no HmacSignature header.',
        };
      const bytes = signed.reduce((sum, { text }) => sum + text.length, 0);
      if (bytes > mostSignedBytes)
        return unverifiable(`More than ${mostSignedBytes} bytes are signed.`);
      // The first wrong one ends the trial of a secret: the sender knows which of its signatures are right.
      const maker = makerAmong(keys, ({ ofItems }) =>
        signed.every(({ text, signature = '' }) =>
          isSameText(ofItems.digest([text], 'base64'), signature),
        ),
      );
      if (maker !== undefined) return { verdict: 'valid', ...maker };
      return signed.length === 1
        ? noSecretMadeIt
        : invalid('No secret given here made all of its signatures.');
    }),
  };
}

function itemsIn(parsed: unknown): unknown[] {
  const items = valueAt(parsed, ['notificationItems']);
  return Array.isArray(items)
    ? items.map((item: unknown) => valueAt(item, ['NotificationRequestItem']))
    : [];
}

/** Nothing stands for what is not there. */
function textOf(item: unknown, path: readonly string[]): string {
  const value = valueAt(item, path);
  return typeof value === 'boolean' ? String(value) : (textIn(item, path) ?? '');
}

/** Mailgun's token has 50. */
const mostSignedCharacters = 4096;

/** A time and a token in the body are signed, and nothing else of it. */
export function mailgun({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: new KeyedHash(Buffer.from(text)),
    secret,
  }));
  return {
    begin: ({ headers }) => multipartOf(headers),
    verify: inSteps(function* (head, body, hashing) {
      const field = multipartRead(head, body, hashing) ?? (yield* fieldsOf(head, body));
      if (typeof field === 'string') return unverifiable(field);
      const [timestamp, token, signature] = [
        field('timestamp'),
        field('token'),
        field('signature'),
      ];
      const parentSignature = field('parent-signature');
      if (timestamp === undefined || token === undefined || signature === undefined)
        return { verdict: 'missing', reason: 'There is no signature in the body.' };
      if (timestamp.length + token.length > mostSignedCharacters) return noSecretMadeIt;
      const maker = makerAmong(keys, ({ key }) => {
        const made = key.digest([timestamp + token], 'hex');
        return [isSameText(made, signature), isSameText(made, parentSignature ?? '')].includes(
          true,
        );
      });
      if (maker === undefined) return noSecretMadeIt;
      const time = readTime(timestamp, 's');
      if (time === undefined) return invalid('The signature in the body has no time.');
      return atTime(maker, time, head.receivedAt, tolerance);
    }),
  };
}

/** Those of a subaccount have a signature by its account, too. */
const fieldNames = ['timestamp', 'token', 'signature', 'parent-signature'];

type Field = (name: string) => string | undefined;

/** Inbound messages with attachments are multipart forms. */
function multipartOf(headers: readonly string[]): MultipartFields | undefined {
  const boundary = boundaryOf(headers);
  return boundary === undefined ? undefined : new MultipartFields(boundary, fieldNames);
}

function multipartRead(
  { headers }: SignedHead,
  body: Body,
  hashing: BodyHashing | undefined,
): Field | undefined {
  const read = hashing instanceof MultipartFields ? hashing : multipartOf(headers);
  if (read !== hashing) for (const piece of body.pieces) read?.update(piece);
  return read && ((name) => read.get(name));
}

/** Events come as JSON, and other inbound messages as forms. A sentence if they are not parsed. */
function* fieldsOf(head: SignedHead, body: Body): Steps<Field | string> {
  const refusal = isForm(head) ? body.formRefusal : body.jsonRefusal;
  if (refusal !== undefined) return refusal;
  yield;
  if (isForm(head)) {
    const fields = yield* formFields(body.whole());
    return (name) => fields.find(([other]) => other === name)?.[1];
  }
  const parsed = body.json();
  return (name) => textIn(parsed, ['signature', name]);
}

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const ofConfirmation = [
  ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
];

/** Amazon's messages have 256 KiB at most. */
const mostMessageBytes = 2 ** 19;

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
      if (message.length > mostMessageBytes)
        return unverifiable('A message of more than 512 KiB is not verified.');
      const maker = makerAmong(keys, ({ key }) => verify(hash, message, key, made));
      return maker === undefined ? noSecretMadeIt : atTime(maker, time, receivedAt, tolerance);
    }),
  };
}

/** Nothing is signed: each notification in the body has the subscription's `clientState`. */
export function microsoftGraph({ secrets }: OwnParts): Method {
  return {
    verify: inSteps(function* (_head, body) {
      const refusal = body.jsonRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      yield;
      const notifications = valueAt(body.json(), ['value']);
      const states = (Array.isArray(notifications) ? notifications : []).map((each: unknown) =>
        textIn(each, ['clientState']),
      );
      if (states.length === 0 || states.includes(undefined))
        return { verdict: 'missing', reason: 'There is no clientState in the body.' };
      const [state = '', ...others] = new Set(states);
      const maker = makerAmong(secrets, ({ text }) => isSameText(text, state));
      if (maker !== undefined && others.length === 0) return { verdict: 'valid', ...maker };
      return invalid('No secret given here is the clientState in the body.');
    }),
  };
}
