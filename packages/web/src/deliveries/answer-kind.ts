import { isAccepted } from '../request/badges.tsx';

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

/** The answer in a few words: `500`, `no reply (timeout 10s)`, `connection reset`, `cut after 100 bytes`. */
export function replyWords(answer: string): string {
  const [, amount] = answer.split(' ');
  switch (answerKind(answer)) {
    case 'timeout':
      return `no reply (${answer})`;
    case 'reset':
      return 'connection reset';
    case 'truncate':
      return amount === undefined ? 'cut' : `cut after ${amount} bytes`;
    default:
      return answer;
  }
}
