import { isAccepted } from '../request/answer-words.ts';

/** The kind of an attempt's answer. */
export type AnswerKind =
  /** With a status from 200 to 299. */
  | 'accepted'
  /** With another status. */
  | 'refused'
  /** Not at all, and the connection was closed. */
  | 'timeout'
  /** Not at all, and the connection was reset. */
  | 'reset'
  /** With a body that broke off. */
  | 'truncate'
  /** Not yet: the sender waits for a listener. */
  | 'waiting';

/** @param answer as an attempt has it: `429`, `timeout 10s`, `reset`, `truncate 100` */
export function answerKind(answer: string): AnswerKind {
  const [word = ''] = answer.split(' ');
  if (word === 'timeout' || word === 'reset' || word === 'truncate') return word;
  return isAccepted(answer) ? 'accepted' : 'refused';
}

/** The answer in one word, for the place below a mark: `429`, `timeout`, `reset`, `cut`. */
export function shortAnswer(answer: string): string {
  const [word = ''] = answer.split(' ');
  return word === 'truncate' ? 'cut' : word;
}

/** Says the answer as the end of a sentence about an attempt: `answered 500`, `got no reply (timeout 10s)`. */
export function answerWords(answer: string, isByListener = false): string {
  const [, amount] = answer.split(' ');
  if (isByListener) return `answered ${answer} by a listener`;
  switch (answerKind(answer)) {
    case 'timeout':
      return `got no reply (${answer})`;
    case 'reset':
      return 'had its connection reset';
    case 'truncate':
      return `got a reply that was cut${amount === undefined ? '' : ` after ${amount} bytes`}`;
    default:
      return `answered ${answer}`;
  }
}
