import { plural } from '../ui/format.ts';

/** Beside the forms that end a guest's session: what becomes of its endpoints. */
export function willMoveSentence(endpoints: number): string {
  if (endpoints === 0) return 'What you have made as a guest moves into the account.';
  return endpoints === 1
    ? 'Your endpoint and what it has captured move into the account.'
    : `Your ${plural(endpoints, 'endpoint')} and what they have captured move into the account.`;
}

/** After them. */
export function haveMovedSentence(endpoints: number): string {
  return endpoints === 1
    ? 'Your endpoint is in the account now.'
    : `Your ${plural(endpoints, 'endpoint')} are in the account now.`;
}
