import { onTestFinished, vi } from 'vitest';
import { eventually } from '../../server/test/eventually.ts';

/** Timers that stand still until a test lets them end: no assertion depends on how quick the machine is. */
export interface HeldTimers {
  /** The number of timers that were started so far. */
  readonly started: number;
  /** Resolves once a timer is running. */
  running(): Promise<void>;
  /** Ends all that are running. */
  expire(): void;
}

/** Holds the timers of this length, until the end of the test. */
export function holdTimers(isHeld: number | ((milliseconds: number) => boolean)): HeldTimers {
  const running = new Map<unknown, () => void>();
  let started = 0;
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const ofThisLength = typeof isHeld === 'number' ? (length: number) => length === isHeld : isHeld;
  function held(run: () => void, milliseconds = 0, ...rest: []) {
    if (!ofThisLength(milliseconds)) return start(run, milliseconds, ...rest);
    const timer = start(() => {}, 2 ** 31 - 1).unref();
    running.set(timer, run);
    started += 1;
    return timer;
  }
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(held as typeof setTimeout),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      running.delete(timer);
      clear(timer);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    for (const timer of running.keys()) clear(timer as NodeJS.Timeout);
  });
  return {
    get started() {
      return started;
    },
    running: async () => {
      await eventually(() => running.size > 0);
    },
    expire: () => {
      for (const [timer, run] of running) {
        running.delete(timer);
        clear(timer as NodeJS.Timeout);
        run();
      }
    },
  };
}
