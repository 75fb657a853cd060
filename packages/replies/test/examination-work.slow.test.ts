import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** The longest time of a step, in ns, and the factor that is allowed on a machine that is slow or busy. */
const [nsOfStep, generosity] = [5, 4];

test('no step of an examination takes longer than it may', async () => {
  const program = new URL('./measure-examinations.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const measured: Readonly<Record<string, number>> = JSON.parse(stdout);
  expect(Object.keys(measured).length).toBeGreaterThan(20);
  for (const [name, ns] of Object.entries(measured)) {
    expect(ns, name).toBeLessThan(nsOfStep * generosity);
  }
});
