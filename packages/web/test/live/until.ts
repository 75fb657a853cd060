import { vi } from 'vitest';

/** Waits until the check passes: it throws as long as it does not. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 });
}
