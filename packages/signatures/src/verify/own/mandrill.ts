import { createSecretKey } from 'node:crypto';
import { findHeader } from '../../schemes/headers.ts';
import { isSameText } from '../equal.ts';
import { invalid, type Method, missing, noSecretMadeIt, unverifiable } from '../method.ts';
import { inSteps, mostBytesAtOnce } from '../steps.ts';
import type { OwnParts } from './own-method.ts';
import { isForm, parametersOf, signatureOf } from './url-and-parameters.ts';

const header = 'X-Mandrill-Signature';

/** The address with the parameters of a form, which is mostly the one field `mandrill_events`. */
export function mandrill({ secrets }: OwnParts): Method {
  const keys = secrets.map(({ text, secret }) => ({
    key: createSecretKey(Buffer.from(text)),
    secret,
  }));
  return {
    verify: inSteps(function* (head, body) {
      const given = findHeader(head.headers, header.toLowerCase());
      if (given === undefined) return missing(header);
      if (!isForm(head)) return invalid('The body is not a form, and this sender signs no other.');
      const refusal = body.formRefusal;
      if (refusal !== undefined) return unverifiable(refusal);
      const parameters = yield* parametersOf(body.whole());
      let maker: { secret: number } | undefined;
      // All are tried, so that the time tells nothing of them.
      for (const { key, secret } of keys) {
        const made = yield* signatureOf('sha1', key, head.url, parameters);
        if (isSameText(made, given)) maker ??= { secret };
      }
      return maker === undefined ? noSecretMadeIt : { verdict: 'valid', ...maker };
    }, mostBytesAtOnce / keys.length),
  };
}
