import { HookwellError } from '@hookwell/client';
import { growingPause } from '@hookwell/client/patience';

const pauses = { firstMs: 500, longestMs: 5_000 };

/** The pause after an error that came after so many others, in milliseconds, of which the service has asked for a part. */
export function pauseAfter(error: unknown, failures: number): { pauseMs: number; askedMs: number } {
  const askedMs = error instanceof HookwellError ? (error.retryAfter ?? 0) * 1000 : 0;
  return { pauseMs: Math.max(askedMs, growingPause(failures, pauses)), askedMs };
}
