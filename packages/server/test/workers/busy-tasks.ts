import { answerQuestions } from '../../src/threads/answer-questions.ts';

export interface BusyTasks {
  start: { ask: undefined; answer: true };
  /** Keeps the processor busy for so long. */
  work: { ask: { busyMs: number; id?: number }; answer: number | undefined };
  /** Takes so long, and nothing of the processor. */
  sleep: { ask: number; answer: true };
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
  sleep: (ms) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
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
