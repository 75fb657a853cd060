import type { SignedHead } from '../../scheme.ts';
import { type Body, textIn } from '../body.ts';
import { isSameText } from '../equal.ts';
import { formFields } from '../form.ts';
import { KeyedHash } from '../keyed-hash.ts';
import { invalid, type Method, noSecretMadeIt, unverifiable } from '../method.ts';
import { atTime, readTime } from '../signing-time.ts';
import { inSteps, type Steps } from '../steps.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';
import { isForm } from './twilio.ts';

/** Mailgun's token has 50. */
const mostSignedCharacters = 4096;

/** A time and a token in the body are signed, and nothing else of it. */
export function mailgun({ secrets, tolerance }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: new KeyedHash(Buffer.from(text)),
    secret,
  }));
  return {
    verify: inSteps(function* (head, body) {
      const refusal = isForm(head) ? body.formRefusal : body.jsonRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      const { timestamp, token, signature, parentSignature } = yield* partsOf(head, body);
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

/** Events come as JSON, and inbound messages as forms. Those of a subaccount have a signature by its account, too. */
function* partsOf(head: SignedHead, body: Body) {
  const field = yield* fieldsOf(head, body);
  return {
    timestamp: field('timestamp'),
    token: field('token'),
    signature: field('signature'),
    parentSignature: field('parent-signature'),
  };
}

function* fieldsOf(head: SignedHead, body: Body): Steps<(name: string) => string | undefined> {
  yield;
  if (isForm(head)) {
    const fields = yield* formFields(body.whole());
    return (name) => fields.find(([other]) => other === name)?.[1];
  }
  const parsed = body.json();
  return (name) => textIn(parsed, ['signature', name]);
}
