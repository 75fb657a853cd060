import { statusOfAnswer } from '@hookwell/client/archives';

/** The answer to a captured request; both fields are absent on endpoints without settings. */
export interface Answered {
  /** A status, or a fault as it was written: `429`, `timeout 10s`. */
  answer?: string;
  /** The number of the attempt within its delivery. */
  attempt?: number;
}

/** `answered 429, attempt 2`, `no reply (timeout 10s), attempt 1`; `undefined` on endpoints without settings. */
export function answerWords({ answer, attempt }: Answered): string | undefined {
  if (answer === undefined) return undefined;
  const words =
    statusOfAnswer(answer) === undefined ? `no reply (${answer})` : `answered ${answer}`;
  return attempt === undefined ? words : `${words}, attempt ${attempt}`;
}
