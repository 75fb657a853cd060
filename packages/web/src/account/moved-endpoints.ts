import { plural } from '../ui/format.ts';

/** Says that a guest's endpoints will move into the account. */
export function willMoveSentence(endpoints: number): string {
  if (endpoints === 0) return 'Everything you have made as a guest moves into the account.';
  return endpoints === 1
    ? 'Your endpoint and what it has captured move into the account.'
    : `Your ${plural(endpoints, 'endpoint')} and what they have captured move into the account.`;
}

/** Says that they have moved. */
export function haveMovedSentence(endpoints: number): string {
  return endpoints === 1
    ? 'Your endpoint is in the account now.'
    : `Your ${plural(endpoints, 'endpoint')} are in the account now.`;
}
