import { createSecretKey } from 'node:crypto';
import { findHeader } from '../../schemes/headers.ts';
import { textIn, valueAt } from '../body.ts';
import { isSameText } from '../equal.ts';
import { KeyedHash } from '../keyed-hash.ts';
import { keyBytes } from '../keys.ts';
import { invalid, type Method, noSecretMadeIt, unverifiable } from '../method.ts';
import { inSteps } from '../steps.ts';
import { Hmacs } from './hmacs.ts';
import { makerAmong } from './maker.ts';
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
