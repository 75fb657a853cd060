import { performance } from 'node:perf_hooks';
import type { SignedHead, Verification } from '@hookwell/signatures';
import { explain, type Verifying } from '@hookwell/signatures/explain';
import { giveWay } from '../fairness/thread-priority.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { AnsweredBy } from '../threads/messages.ts';

/** A request that did not verify. */
export interface ExplanationAsk {
  verifying: Verifying;
  head: SignedHead;
  body: Uint8Array<ArrayBuffer>;
  verification: Verification;
  mostMs: number;
}

const answers = { explain: answer };
export type ExplanationExchanges = AnsweredBy<typeof answers>;

giveWay('deciding');
answerQuestions<ExplanationExchanges>(answers);

/** On a machine that is busy with other work an explanation takes at most this many times its own time. */
const mostDelay = 50;

/** Its deadline counts the time that this thread runs; `tookMs` has the wait for Node's thread pool as well. */
async function answer(ask: ExplanationAsk): Promise<{ sentence: string; tookMs: number }> {
  const { verifying, head, body, verification, mostMs } = ask;
  const before = process.threadCpuUsage();
  const { idle } = performance.eventLoopUtilization();
  const began = performance.now();
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const now = () => Math.max(cpuMs(), (performance.now() - began) / mostDelay);
  const sentence = await explain(verifying, head, body, verification, mostMs, now);
  return { sentence, tookMs: cpuMs() + performance.eventLoopUtilization().idle - idle };
}
