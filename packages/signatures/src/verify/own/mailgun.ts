import type { SignedHead } from '../../scheme.ts';
import { type Body, textIn } from '../body.ts';
import { isSameText } from '../equal.ts';
import { formFields } from '../form.ts';
import { KeyedHash } from '../keyed-hash.ts';
import { type BodyHashing, invalid, type Method, noSecretMadeIt, unverifiable } from '../method.ts';
import { boundaryOf, MultipartFields } from '../multipart.ts';
import { atTime, readTime } from '../signing-time.ts';
import { inSteps, type Steps } from '../steps.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';
import { isForm } from './url-and-parameters.ts';

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
