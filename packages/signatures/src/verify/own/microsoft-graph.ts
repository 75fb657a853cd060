import { textIn, valueAt } from '../body.ts';
import { isSameText } from '../equal.ts';
import { invalid, type Method, unverifiable } from '../method.ts';
import { inSteps } from '../steps.ts';
import { makerAmong } from './maker.ts';
import type { OwnParts } from './own-method.ts';

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
