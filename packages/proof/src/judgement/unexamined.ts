import type { Capture } from './captures.ts';

/**
 * Whether a webhook was stored and not examined, since there was no time for that. It shows so by its answer, 503, and its sender got no
 * other one. It is a delivery of its own, and its signature need not have been verified.
 */
export function isUnexamined({ send, seen }: Capture): boolean {
  return seen?.answer === '503' && send?.outcome !== 'stored';
}
