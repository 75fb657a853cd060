import { vi } from 'vitest';

/** Waits until the check no longer throws. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 10 });
}
