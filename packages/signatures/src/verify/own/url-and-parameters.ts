import { createHmac, type KeyObject } from 'node:crypto';
import type { HashName, SignedHead } from '../../scheme.ts';
import { findHeader } from '../../schemes/headers.ts';
import { formFields } from '../form.ts';
import type { Steps } from '../steps.ts';
import { textOrder } from '../text-order.ts';

/** So many bytes are hashed in a step. */
const stepBytes = 2 ** 18;

/** The signature of an address with the parameters of a form behind it, in Base64. */
export function* signatureOf(
  hash: HashName,
  key: KeyObject | string,
  url: string,
  parameters: Uint8Array,
): Steps<string> {
  const hmac = createHmac(hash, key).update(url, 'latin1');
  for (let at = 0; at < parameters.length; at += stepBytes) {
    hmac.update(parameters.subarray(at, at + stepBytes));
    yield;
  }
  return hmac.digest('base64');
}

/** The parameters of a form as Twilio signs them: sorted by name and value, each pair once, without anything between. */
export function* parametersOf(form: Uint8Array): Steps<Uint8Array> {
  const fields = yield* formFields(form);
  fields.sort(
    ([one, value], [other, otherValue]) => textOrder(one, other) || textOrder(value, otherValue),
  );
  let text = '';
  let last: readonly [string, string] | undefined;
  for (const field of fields) {
    const [name, value] = field;
    if (name !== last?.[0] || value !== last[1]) text += name + value;
    last = field;
  }
  yield;
  return Buffer.from(text);
}

export function isForm({ headers }: Pick<SignedHead, 'headers'>): boolean {
  const type = findHeader(headers, 'content-type') ?? '';
  return type.toLowerCase().startsWith('application/x-www-form-urlencoded');
}
