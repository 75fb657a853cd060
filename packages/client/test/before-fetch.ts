import { onTestFinished, vi } from 'vitest';

/** Runs this before the first request to such an address leaves, in the test under way; gives its outcome. */
export function beforeFetch<Value>(part: string, run: () => Promise<Value>): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  const { fetch: original } = globalThis;
  let outcome: Promise<Value> | undefined;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (`${input}`.includes(part)) {
      outcome ??= run();
      resolve(outcome);
      await outcome;
    }
    return await original(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  return promise;
}
