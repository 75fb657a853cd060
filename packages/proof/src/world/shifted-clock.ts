/**
 * Loaded by a node of a world before its own code (`node --import`), in each of its threads: `Date` then is ahead of the machine's
 * clock by as many milliseconds as the file says that `HOOKWELL_TEST_CLOCK_FILE` names, or behind it. The file may change at any
 * time. Clocks that cannot jump (`performance`, timers) stay as they are.
 */
import { readFileSync } from 'node:fs';
import { rereadMs } from './reread-ms.ts';

const RealDate = Date;
const file = process.env.HOOKWELL_TEST_CLOCK_FILE;
let aheadMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  const now = performance.now();
  if (file !== undefined && now - readAt > rereadMs) {
    readAt = now;
    aheadMs = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + aheadMs;
}

globalThis.Date = new Proxy(RealDate, {
  get: (target, name, receiver) =>
    name === 'now' ? shiftedNow : Reflect.get(target, name, receiver),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget),
  apply: () => new RealDate(shiftedNow()).toString(),
});
