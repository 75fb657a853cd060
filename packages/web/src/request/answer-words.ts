import type { CapturedRequestSummary } from '@hookwell/client';

/** The answer to a captured request: of the settings of its endpoint, or of a listener. */
export interface Answered {
  /** A status, or a fault as it is written in the settings: `429`, `timeout 10s`. */
  answer: string;
  isByListener: boolean;
  /** The number of the attempt within its delivery, from 1; `undefined` if the endpoint had no settings. */
  attempt: number | undefined;
  delivery: string | undefined;
}

/** `undefined` if the endpoint had no settings when the request arrived, and no listener answered. */
export function answeredOf({
  answer,
  answeredBy,
  attempt,
  delivery,
}: Pick<CapturedRequestSummary, 'answer' | 'answeredBy' | 'attempt' | 'delivery'>):
  | Answered
  | undefined {
  if (answer === undefined) return undefined;
  return { answer, isByListener: answeredBy === 'listener', attempt, delivery };
}

/** Whether senders take an answer for a success: it is a status of 2xx. */
export function isAccepted(answer: string): boolean {
  return /^2\d\d$/.test(answer);
}

/** The answer as the end of a sentence: `answered 429`, `answered 200 by a listener`, `no reply (timeout 10s)`. */
export function answerWords(answer: string, isByListener = false): string {
  if (isByListener) return `answered ${answer} by a listener`;
  return /^\d{3}$/.test(answer) ? `answered ${answer}` : `no reply (${answer})`;
}

/** `1st attempt`, `2nd attempt`, `11th attempt`. */
export function attemptWords(attempt: number): string {
  return `${ordinal(attempt)} attempt`;
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`. */
export function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${ending}`;
}
