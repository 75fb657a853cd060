import { answerComparisons } from '../../src/contracts/judging.ts';

/** What comparing with a schema does in this thread. */
export interface BusySchema {
  /** It takes so much of the processor. */
  busyMs?: number;
  /** It takes so long, and nothing of the processor. */
  sleepMs?: number;
  /** It fills the memory. */
  isGreedy?: boolean;
  fails?: boolean;
  /** Reading it never ends. */
  isEndless?: boolean;
}

/** Stands for whatever a contract might make a judge do: it holds, once that is done. */
answerComparisons({
  readContract(document) {
    const events = new Map<string, BusySchema>(Object.entries(Object(document).events));
    while (events.get('e')?.isEndless);
    return { events };
  },
  findingOf({ events }, event = '', body) {
    const { busyMs = 0, sleepMs = 0, isGreedy = false, fails = false } = events.get(event) ?? {};
    if (fails) throw new Error('It fails');
    if (sleepMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, sleepMs);
    const before = usedMs();
    while (usedMs() - before < busyMs);
    for (const held: string[][] = []; isGreedy; ) held.push(new Array(100_000).fill(body));
    return { verdict: 'holds', reason: `${event} ${body.length}` };
  },
  isFault: (error) => error instanceof Error,
});

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
