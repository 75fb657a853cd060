import { defineConfig } from 'vitest/config';

/** The one suite that needs a tool npm cannot bring: see the file itself. */
export default defineConfig({
  test: { include: ['packages/server/test/durability/sync-before-answer.strace.ts'] },
});
