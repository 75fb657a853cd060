import { HookwellError } from '@hookwell/client';

const shortestPauseMs = 500;
const longestPauseMs = 15_000;

/** The pause after an error that came after so many others, in milliseconds, of which the service has asked for a part. */
export function pauseAfter(error: unknown, failures: number): { pauseMs: number; askedMs: number } {
  const askedMs = error instanceof HookwellError ? (error.retryAfter ?? 0) * 1000 : 0;
  const grownMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** failures);
  return { pauseMs: Math.max(askedMs, grownMs), askedMs };
}
