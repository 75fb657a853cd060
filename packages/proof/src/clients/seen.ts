import { hashOf, markOf } from '../history/body.ts';
import type { Seen } from '../history/operation.ts';

/** What these clients look at of a captured request, in lists (with a body of several forms) and in streams (with its text). */
export interface ShownCapture {
  id: number;
  endpointId: number;
  body: string | { raw: string };
  attempt?: number;
  answer?: string;
  answeredBy?: 'listener';
  signature?: { verdict: string };
  contract?: object;
  /** Its sender waits for a listener. */
  waiting?: true;
}

/**
 * Makes what a history says of a captured request.
 * @param numberOf the number in the history of the endpoint with this id; -1 for one that is not in it
 */
export function seenOf(shown: ShownCapture, numberOf: (endpointId: number) => number): Seen {
  const { id, endpointId, body, attempt, answer, answeredBy, signature, contract } = shown;
  const text = typeof body === 'string' ? body : body.raw;
  return {
    id,
    endpoint: numberOf(endpointId),
    mark: markOf(text),
    hash: hashOf(text),
    ...(attempt === undefined ? {} : { attempt }),
    ...(answer === undefined ? {} : { answer }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(signature === undefined ? {} : { verdict: signature.verdict }),
    ...(contract === undefined ? {} : { contract: JSON.stringify(contract) }),
  };
}
