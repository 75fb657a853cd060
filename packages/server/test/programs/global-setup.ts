import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/**
 * Tests start many programs, and a bundled one takes about half the processor time to start. Test workers inherit the
 * variable: see files.ts. If it is set and empty, or if Vitest watches for changes, the sources are started.
 */
export function setup({ vitest }: TestProject): void {
  if (vitest.config.watch) return;
  const script = join(import.meta.dirname, '../../../../packaging/bundle-when-stale.ts');
  process.env.hookwell_test_programs ??= execFileSync(process.execPath, [script], {
    encoding: 'utf8',
  });
}
