import { decodeQueryText } from '@hookwell/client';

/** A decoded name with its value, and both as they were sent. */
export interface NameValuePair {
  name: string;
  value: string;
  sent: string;
}

export interface NameValuePairs {
  pairs: NameValuePair[];
  /** False if there are more pairs than were read. */
  isComplete: boolean;
}

/** Reads the pairs of a query or of a form (URL Standard, section 5.1) in their order. Repeated names stay. */
export function nameValuePairs(text: string, most = 2000): NameValuePairs {
  const parts = text.split('&', most + 1).filter((part) => part !== '');
  return { pairs: parts.slice(0, most).map(pairOf), isComplete: parts.length <= most };
}

function pairOf(sent: string): NameValuePair {
  const equals = sent.indexOf('=');
  if (equals < 0) return { name: decodeQueryText(sent), value: '', sent };
  const name = decodeQueryText(sent.slice(0, equals));
  return { name, value: decodeQueryText(sent.slice(equals + 1)), sent };
}
