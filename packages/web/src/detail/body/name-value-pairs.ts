import { queryPairs } from '@hookwell/match';

export interface NameValuePair {
  name: string;
  value: string;
}

export interface NameValuePairs {
  /** Decoded, in their order. Repeated names stay. */
  pairs: NameValuePair[];
  /** False if there are more pairs than were read. */
  isComplete: boolean;
}

/** Reads the pairs of a query or of a form (URL Standard, section 5.1). */
export function nameValuePairs(text: string, most = 2000): NameValuePairs {
  const parts = text.split('&', most + 1).filter((part) => part !== '');
  const pairs = queryPairs(parts.slice(0, most).join('&'));
  return {
    pairs: pairs.map(([name, value]) => ({ name, value })),
    isComplete: parts.length <= most,
  };
}
