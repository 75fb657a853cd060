import type { SignatureFinding } from '@hookwell/client';

export type Verdict = SignatureFinding['verdict'];

const second = 1000;
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `signed 2 s before it arrived`, `signed 3 minutes after it arrived`: a clock is wrong then. */
export function signedWords(signedAt: string, receivedAt: string): string {
  const before = Date.parse(receivedAt) - Date.parse(signedAt);
  if (Number.isNaN(before)) return '';
  const seconds = Math.round(Math.abs(before) / second);
  if (seconds < 1) return 'signed as it arrived';
  return `signed ${spanWords(seconds)} ${before > 0 ? 'before' : 'after'} it arrived`;
}

function spanWords(seconds: number): string {
  const [name, size] = units.find(([, length]) => seconds >= 2 * length) ?? ['', 1];
  return name === '' ? `${seconds} s` : `${Math.floor(seconds / size)} ${name}s`;
}
