import { plural } from '../ui/format.ts';

/** Says that a guest's endpoints will move into the account. One that was never used stays only in an account without any other. */
export function willMoveSentence(endpoints: number, kind: 'login' | 'register'): string {
  if (endpoints > 1) {
    return `Your ${plural(endpoints, 'endpoint')} and what they have captured move into the account.`;
  }
  return kind === 'login'
    ? 'Your endpoint moves into the account, if you have used it.'
    : 'Your endpoint and what it has captured move into the account.';
}

/** Says that they have moved. */
export function haveMovedSentence(endpoints: number): string {
  return endpoints === 1
    ? 'Your endpoint is in the account now.'
    : `Your ${plural(endpoints, 'endpoint')} are in the account now.`;
}
