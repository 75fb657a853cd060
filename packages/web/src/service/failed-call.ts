import { HookwellError } from '@hookwell/client';

/** Whether a call that failed so may succeed later: the service was away or busy, and did not refuse it. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof HookwellError)) return true;
  const { status } = error;
  return status === 0 || status === 429 || status >= 500;
}

/** Whether the thing that a call was about does not exist, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof HookwellError && error.status === 404;
}
