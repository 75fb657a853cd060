import { answerQuestions } from '../../src/threads/answer-questions.ts';

export interface BusyTasks {
  start: { ask: undefined; answer: true };
  /** Keeps the processor busy for so long. */
  work: { ask: { busyMs: number; id?: number }; answer: number | undefined };
  /** Waits, without the processor, until the first number is no more 0. */
  wait: { ask: Int32Array<SharedArrayBuffer>; answer: true };
  /** Fills the memory. */
  fill: { ask: undefined; answer: never };
  fail: { ask: undefined; answer: never };
}

/** Stands for whatever a stranger's input might make a task do. */
answerQuestions<BusyTasks>({
  start: () => true,
  work: ({ busyMs, id }) => {
    const before = usedMs();
    while (usedMs() - before < busyMs);
    return id;
  },
  wait: (released) => {
    Atomics.wait(released, 0, 0);
    return true;
  },
  fill: () => {
    for (const held: string[][] = []; ; ) held.push(new Array(100_000).fill('held'));
  },
  fail: () => {
    throw new Error('It fails');
  },
});

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
