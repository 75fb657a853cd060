import { statusOfAnswer } from '@hookwell/client/archives';

/** The answer to a captured request. On endpoints without settings there is only that of a listener. */
export interface Answered {
  /** A status, or a fault as it was written: `429`, `timeout 10s`. */
  answer?: string;
  /** A listener gave the answer. */
  answeredBy?: 'listener';
  /** The number of the attempt within its delivery. */
  attempt?: number;
}

/**
 * `answered 429, attempt 2`, `answered 201 by a listener`, `no reply (timeout 10s), attempt 1`; `undefined` where no answer
 * was chosen.
 */
export function answerWords({ answer, answeredBy, attempt }: Answered): string | undefined {
  if (answer === undefined) return undefined;
  const by = answeredBy === undefined ? '' : ' by a listener';
  const words =
    statusOfAnswer(answer) === undefined ? `no reply (${answer})` : `answered ${answer}${by}`;
  return attempt === undefined ? words : `${words}, attempt ${attempt}`;
}
